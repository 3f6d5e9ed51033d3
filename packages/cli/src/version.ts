import { readFileSync } from 'node:fs'
import process from 'node:process'
import { kernelInfo } from '@agentdescent/merge-native/info'

/** Returns the line that `--version` prints: ours, the merge kernel that serves here, and Node's. */
export function versionLine(): string {
  return `agentdescent ${version()} (${kernelInfo().name} kernel, node ${process.versions.node})\n`
}

/** Returns the version of the package. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return isManifest ? String(manifest.version) : 'unknown'
}
