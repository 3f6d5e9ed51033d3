import { readFileSync } from 'node:fs'
import process from 'node:process'
import { kernelInfo } from '@agentdescent/merge-native'

/** Returns the line that `--version` prints: ours, the merge kernel that serves here, and Node's. */
export function versionLine(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? String(manifest.version)
      : 'unknown'
  return `agentdescent ${version} (${kernelInfo().name} kernel, node ${process.versions.node})\n`
}
