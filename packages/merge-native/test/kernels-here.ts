import { typescriptKernel } from '@agentdescent/merge-native'
import type { MergeKernel } from '@agentdescent/merge-native'
import { loadNative } from '../src/load-native.ts'

/** Returns the kernels that run in this checkout: always the TypeScript one, and the addon where it was built. */
export function kernelsHere(): readonly MergeKernel[] {
  const native = loadNative()
  return native.outcome === 'loaded' ? [typescriptKernel, native.kernel] : [typescriptKernel]
}
