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

/** A kernel that lets the parts of a digest run together. */
export const joinedPartsKernel: MergeKernel = {
  ...mergeKernel,
  digest: (parts) => mergeKernel.digest([Uint8Array.from(parts.flatMap((part) => [...part]))]),
}

/** A kernel that takes theirs for ours. */
export const swappedSidesKernel: MergeKernel = {
  ...mergeKernel,
  mergeText: ({ base, ours, theirs }, options) =>
    mergeKernel.mergeText({ base, ours: theirs, theirs: ours }, options),
}

/** A kernel that drops the last byte of a clean merge when it is a line feed. */
export const droppedNewlineKernel: MergeKernel = {
  ...mergeKernel,
  mergeText: (sides, options) => {
    const merge = mergeKernel.mergeText(sides, options)
    const isMarred = merge.outcome === 'clean' && merge.text.at(-1) === 10
    return isMarred ? { ...merge, text: merge.text.slice(0, -1) } : merge
  },
}

/** A kernel in whose answers the order of many sides shows. */
export const orderedSidesKernel: MergeKernel = {
  ...mergeKernel,
  mergeMany: (base, sides, options) => {
    const [ours = base, theirs = base] = sides
    return sides.length === 2
      ? mergeKernel.mergeText({ base, ours, theirs }, options)
      : mergeKernel.mergeMany(base, sides, options)
  },
}

/** A kernel that settles an edit against a deletion by deleting. */
export const eagerDeletionKernel: MergeKernel = {
  ...mergeKernel,
  unionBucket: (packed, base, options) => {
    const { union, contested, duplicates } = mergeKernel.unionBucket(packed, base, options)
    const deleted = contested.filter(({ merge }) => merge.outcome === 'edit-against-delete')
    return {
      union: new Map([...union, ...deleted.map(({ key }) => [key, null] as const)]),
      contested: contested.filter(({ merge }) => merge.outcome !== 'edit-against-delete'),
      duplicates,
    }
  },
}
