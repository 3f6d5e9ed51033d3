import type { Region, TextMerge } from './kernel.ts'

/** What the addon must export; a type test holds it against the generated declarations. */
export interface NativeBinding {
  interfaceVersion(): number
  mergeText: (...texts: MergeTextArguments) => NativeTextMerge
  mergeMany: (...texts: MergeManyArguments) => NativeTextMerge
  mergeTextOffThread: (...texts: MergeTextArguments) => Promise<NativeTextMerge>
  mergeManyOffThread: (...texts: MergeManyArguments) => Promise<NativeTextMerge>
  groupByFingerprint(fingerprints: Int32Array, groups: Int32Array): void
  stableHash(bytes: Uint8Array): bigint
  digest(parts: Uint8Array[]): Uint8Array
}

type MergeTextArguments = [
  base: Uint8Array,
  ours: Uint8Array,
  theirs: Uint8Array,
  isProse: boolean,
  maxSteps: number,
]
type MergeManyArguments = [base: Uint8Array, sides: Uint8Array[], isProse: boolean, maxSteps: number]

/** The text of a clean merge, a conflict, or the steps of a merge that gave up. */
export type NativeTextMerge = Uint8Array | NativeConflict | number

/** The regions of a conflict: their texts one after the other, and per region how many sides and which lengths. */
interface NativeConflict {
  bytes: Uint8Array
  layout: number[]
}

/** Returns what the addon answered as a merge. */
export function mergeOf(merge: NativeTextMerge): TextMerge {
  if (typeof merge === 'number') return { outcome: 'too-large', steps: merge }
  if (merge instanceof Uint8Array) return { outcome: 'clean', text: merge }
  return { outcome: 'conflict', regions: regionsOf(merge) }
}

function regionsOf({ bytes, layout }: NativeConflict): Region[] {
  const regions: Region[] = []
  let place = 0
  let from = 0
  const next = (): Uint8Array => {
    const to = from + (layout[place] ?? 0)
    const text = bytes.subarray(from, to)
    place += 1
    from = to
    return text
  }
  while (place < layout.length) {
    const sides = layout[place] ?? 0
    place += 1
    const text = next()
    if (sides === 0) regions.push({ kind: 'merged', text })
    else regions.push({ kind: 'conflict', base: text, sides: Array.from({ length: sides }, next) })
  }
  return regions
}
