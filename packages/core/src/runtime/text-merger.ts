import type { ArtifactState } from '../model/artifact.ts'
import type { Diff, Edits } from '../model/diff.ts'
import { type BucketMerge, mergeKernel, type PackedDiff, type TextMerge } from './merge-kernel.ts'

/** Two texts that were made from one. */
export interface TextVersions {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** Merges the texts of one key: by lines, and inside a conflict of prose by sentences and words. No rung of it asks a model. */
export interface TextMerger {
  /** Returns both sides' changes in one text; undefined where they overlap, or the texts are too large. */
  merge(key: string, versions: TextVersions): Promise<string | undefined>
  /** Returns ours with every change of theirs that does not overlap one of ours; undefined when the texts are too large. */
  mergePreferringOurs(key: string, versions: TextVersions): Promise<string | undefined>
  /** Returns the union of the diffs, and a merge of their texts for every key on which they disagree. Packs each diff once. */
  mergeBucket(diffs: readonly Diff[], base: ArtifactState): Promise<BucketMerge>
}

export interface TextMergerOptions {
  /** Says which keys hold prose. Default: none. */
  readonly isProse?: (key: string) => boolean
  /** Returns the form in which two values of a key are compared. Default: the value. */
  readonly canonical?: (key: string, value: string) => string
}

const encoder = new TextEncoder()
// A byte order mark is part of the text: a merge must give back what it got.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function textMerger({ isProse = () => false, canonical }: TextMergerOptions = {}): TextMerger {
  const granularityOf = (key: string): 'prose' | 'line' => (isProse(key) ? 'prose' : 'line')
  const packed = new WeakMap<Edits, PackedDiff>()
  const pack = ({ edits }: Diff): PackedDiff => {
    const known = packed.get(edits) ?? mergeKernel.pack(edits, canonical)
    packed.set(edits, known)
    return known
  }
  const merged = (key: string, { base, ours, theirs }: TextVersions): TextMerge =>
    mergeKernel.mergeText(
      { base: encoder.encode(base), ours: encoder.encode(ours), theirs: encoder.encode(theirs) },
      { granularity: granularityOf(key) },
    )
  return {
    async merge(key, versions) {
      const result = merged(key, versions)
      return result.outcome === 'clean' ? decoder.decode(result.text) : undefined
    },
    async mergePreferringOurs(key, versions) {
      const result = merged(key, versions)
      if (result.outcome === 'clean') return decoder.decode(result.text)
      if (result.outcome === 'too-large') return undefined
      const chosen = result.regions.map((region) =>
        region.kind === 'merged' ? region.text : region.sides[0],
      )
      return decoder.decode(joined(chosen))
    },
    async mergeBucket(diffs, base) {
      return mergeKernel.unionBucket(diffs.map(pack), base, { granularityOf })
    },
  }
}

/** Regions may be cut inside a character, so bytes are joined before they become text. */
function joined(parts: readonly (Uint8Array | undefined)[]): Uint8Array {
  const pieces = parts.filter((part) => part !== undefined)
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
