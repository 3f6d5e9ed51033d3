import { KernelError } from './kernel-error.ts'
import type { KernelInfo } from './kernel-info.ts'

type Absent = { readonly outcome: 'absent'; readonly reason: string }

type Decision<Loaded> =
  | { readonly name: 'native'; readonly loaded: Loaded; readonly info: KernelInfo }
  | { readonly name: 'typescript'; readonly info: KernelInfo }

/**
 * Decides which kernel serves: the addon when it loads, else the TypeScript kernel with the reason.
 * `forced` is the value of AGENTDESCENT_KERNEL.
 *
 * @throws KernelError `kernel-unknown` for a name that is no kernel, `kernel-unavailable` when "native" is
 * forced and the addon does not load.
 */
export function decideKernel<Loaded extends { readonly outcome: 'loaded' }>(
  forced: string | undefined,
  load: () => Loaded | Absent,
): Decision<Loaded> {
  if (forced === 'typescript') return fallback('AGENTDESCENT_KERNEL=typescript')
  if (forced !== undefined && forced !== '' && forced !== 'native')
    throw new KernelError(
      'kernel-unknown',
      `AGENTDESCENT_KERNEL="${forced}" is no kernel; use "native" or "typescript", or leave it unset.`,
    )
  const loaded = load()
  if (loaded.outcome === 'loaded') return { name: 'native', loaded, info: { name: 'native' } }
  if (forced === 'native')
    throw new KernelError(
      'kernel-unavailable',
      `AGENTDESCENT_KERNEL=native, but the addon did not load (${loaded.reason}). ` +
        'Build it with "pnpm build" where cargo works, or unset AGENTDESCENT_KERNEL.',
    )
  return fallback(loaded.reason)
}

function fallback(reason: string): { readonly name: 'typescript'; readonly info: KernelInfo } {
  return { name: 'typescript', info: { name: 'typescript', reason } }
}
