import { decideKernel } from './decide-kernel.ts'
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

/** Returns the kernel that `decideKernel` decides for. @throws KernelError as `decideKernel` does */
export function chooseKernel(
  forced: string | undefined,
  load: () => LoadedKernel = loadNative,
): ChosenKernel {
  const decision = decideKernel(forced, load)
  const { info } = decision
  if (decision.name === 'typescript')
    return { kernel: typescriptKernel, createOffload: () => new WorkerOffload(), info }
  const { kernel, offload } = decision.loaded
  return { kernel, createOffload: () => offload, info }
}
