import { mergeKernel } from '../../runtime/merge-kernel.ts'
import type { MergeKernel } from '../../runtime/merge-kernel.ts'

/** A kernel that keeps only the lower half of each hash. */
export const halfHashKernel: MergeKernel = {
  ...mergeKernel,
  stableHash: (bytes) => BigInt.asUintN(32, mergeKernel.stableHash(bytes)),
}

/** A kernel that hashes the whole buffer behind a view. */
export const wholeBufferKernel: MergeKernel = {
  ...mergeKernel,
  stableHash: (bytes) => mergeKernel.stableHash(new Uint8Array(bytes.buffer)),
}
