import { createRequire } from 'node:module'
import process from 'node:process'
import { parseBinding } from './native-binding.ts'
import type { NativeBinding } from './native-merge.ts'

export type LoadedBinding =
  | { readonly outcome: 'loaded'; readonly binding: NativeBinding }
  | { readonly outcome: 'absent'; readonly reason: string }

/** Returns the first addon that loads and fits, or why each candidate did not. */
export function loadBinding(candidates: readonly string[] = addonsOfHost()): LoadedBinding {
  const require = createRequire(import.meta.url)
  const failures: string[] = []
  for (const candidate of candidates) {
    try {
      const parsed = parseBinding(require(candidate))
      if (parsed.outcome === 'fits') return { outcome: 'loaded', binding: parsed.binding }
      failures.push(`${candidate}: ${parsed.reason}`)
    } catch (error) {
      failures.push(`${candidate}: ${firstLine(error)}`)
    }
  }
  return { outcome: 'absent', reason: failures.join('; ') }
}

/** The workspace's own build first, then the package of this platform; on Linux for either C library. */
function addonsOfHost(): string[] {
  return targetsOfHost().flatMap((target) => [
    `../native/merge-native.${target}.node`,
    `@agentdescent/merge-native-${target}`,
  ])
}

function targetsOfHost(): string[] {
  const { platform, arch } = process
  if (platform === 'win32') return [`win32-${arch}-msvc`]
  if (platform === 'linux') return [`linux-${arch}-gnu`, `linux-${arch}-musl`]
  return [`${platform}-${arch}`]
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.split('\n', 1).join('').trim()
}
