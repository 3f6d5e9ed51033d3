import { KernelError } from './kernel-error.ts'
import type { KernelInfo } from './kernel-info.ts'
import type { MergeKernel } from './kernel.ts'
import { loadNative } from './load-native.ts'
import type { LoadedKernel } from './load-native.ts'
import type { MergeOffload } from './merge-offload.ts'
import { typescriptKernel } from './node-typescript-kernel.ts'
import { WorkerOffload } from './worker-offload.ts'

interface ChosenKernel {
  readonly kernel: MergeKernel
  readonly createOffload: () => MergeOffload
  readonly info: KernelInfo
}

/**
 * Returns the kernel to use: the addon when it loads, else the TypeScript kernel with the reason.
 * `forced` is the value of AGENTDESCENT_KERNEL.
 *
 * @throws KernelError `kernel-unknown` for a name that is no kernel, `kernel-unavailable` when "native" is
 * forced and the addon does not load.
 */
export function chooseKernel(
  forced: string | undefined,
  load: () => LoadedKernel = loadNative,
): ChosenKernel {
  if (forced === 'typescript') return fallback('AGENTDESCENT_KERNEL=typescript')
  if (forced !== undefined && forced !== '' && forced !== 'native')
    throw new KernelError(
      'kernel-unknown',
      `AGENTDESCENT_KERNEL="${forced}" is no kernel; use "native" or "typescript", or leave it unset.`,
    )
  const loaded = load()
  if (loaded.outcome === 'loaded') {
    const { kernel, offload } = loaded
    return { kernel, createOffload: () => offload, info: { name: 'native' } }
  }
  if (forced === 'native')
    throw new KernelError(
      'kernel-unavailable',
      `AGENTDESCENT_KERNEL=native, but the addon did not load (${loaded.reason}). ` +
        'Build it with "pnpm build" where cargo works, or unset AGENTDESCENT_KERNEL.',
    )
  return fallback(loaded.reason)
}

function fallback(reason: string): ChosenKernel {
  return {
    kernel: typescriptKernel,
    createOffload: () => new WorkerOffload(),
    info: { name: 'typescript', reason },
  }
}
