import { mergeKernel, typescriptKernel } from '@agentdescent/merge-native'
import type { MergeKernel } from '@agentdescent/merge-native'

/** Returns the kernels that run in this process: the TypeScript one always, and the addon where it serves. */
export function kernelsHere(): readonly MergeKernel[] {
  return mergeKernel.name === 'native' ? [typescriptKernel, mergeKernel] : [typescriptKernel]
}
