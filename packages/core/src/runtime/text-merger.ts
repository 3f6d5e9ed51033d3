import type { ArtifactState } from '../model/artifact.ts'
import type { Diff, Edits } from '../model/diff.ts'
import {
  type BucketMerge,
  type ContestedKey,
  type KeyMerge,
  mergeKernel,
  type MergeOffload,
  type PackedDiff,
  type TextMerge,
} from './merge-kernel.ts'

/** Two texts that were made from one. */
interface TextVersions {
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
  /** Takes merges that would hold the thread for long. Default: none, and everything is merged where it is asked. */
  readonly offload?: MergeOffload
}

const encoder = new TextEncoder()
// A byte order mark is part of the text: a merge must give back what it got.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The least work: a bucket whose texts are merged elsewhere is asked only for the keys on which its diffs disagree. */
const NO_STEPS = 1

export function textMerger(options: TextMergerOptions = {}): TextMerger {
  return new KernelTextMerger(options)
}

class KernelTextMerger implements TextMerger {
  readonly #isProse: (key: string) => boolean
  readonly #canonical: TextMergerOptions['canonical']
  readonly #offload: MergeOffload | undefined
  readonly #packed = new WeakMap<Edits, PackedDiff>()

  constructor({ isProse = () => false, canonical, offload }: TextMergerOptions) {
    this.#isProse = isProse
    this.#canonical = canonical
    this.#offload = offload
  }

  async merge(key: string, versions: TextVersions): Promise<string | undefined> {
    const result = await this.#merged(key, versions)
    return result.outcome === 'clean' ? decoder.decode(result.text) : undefined
  }

  async mergePreferringOurs(key: string, versions: TextVersions): Promise<string | undefined> {
    const result = await this.#merged(key, versions)
    if (result.outcome === 'clean') return decoder.decode(result.text)
    if (result.outcome === 'too-large') return undefined
    const chosen = result.regions.map((region) => (region.kind === 'merged' ? region.text : region.sides[0]))
    return decoder.decode(joined(chosen))
  }

  async mergeBucket(diffs: readonly Diff[], base: ArtifactState): Promise<BucketMerge> {
    const packed = diffs.map((diff) => this.#pack(diff))
    const granularityOf = (key: string): Granularity => this.#granularityOf(key)
    const offload = this.#offload
    if (offload?.isWorthIt(charactersOf(diffs)) !== true)
      return mergeKernel.unionBucket(packed, base, { granularityOf })
    const bucket = mergeKernel.unionBucket(packed, base, { granularityOf, maxSteps: NO_STEPS })
    const contested: ContestedKey[] = []
    for (const key of bucket.contested) contested.push(await this.#elsewhere(key, base, offload))
    return { ...bucket, contested }
  }

  /** Merges the texts of one key off the thread, where that was left to be done. */
  async #elsewhere(
    contested: ContestedKey,
    base: ArtifactState,
    offload: MergeOffload,
  ): Promise<ContestedKey> {
    const { key, merge, variants } = contested
    const before = base.get(key)
    if (merge.outcome !== 'too-large' || before === undefined) return contested
    const sides = variants.flatMap(({ value }) => (value === null ? [] : [encoder.encode(value)]))
    const options = { granularity: this.#granularityOf(key) }
    const result = await offload.mergeMany(encoder.encode(before), sides, options)
    const done: KeyMerge =
      result.outcome === 'clean' ? { outcome: 'clean', value: decoder.decode(result.text) } : result
    return { ...contested, merge: done }
  }

  async #merged(key: string, { base, ours, theirs }: TextVersions): Promise<TextMerge> {
    const sides = { base: encoder.encode(base), ours: encoder.encode(ours), theirs: encoder.encode(theirs) }
    const options = { granularity: this.#granularityOf(key) }
    const bytes = sides.base.length + sides.ours.length + sides.theirs.length
    return this.#offload?.isWorthIt(bytes) === true
      ? this.#offload.mergeText(sides, options)
      : mergeKernel.mergeText(sides, options)
  }

  #pack({ edits }: Diff): PackedDiff {
    const packed = this.#packed.get(edits) ?? mergeKernel.pack(edits, this.#canonical)
    this.#packed.set(edits, packed)
    return packed
  }

  #granularityOf(key: string): Granularity {
    return this.#isProse(key) ? 'prose' : 'line'
  }
}

type Granularity = 'prose' | 'line'

function charactersOf(diffs: readonly Diff[]): number {
  const lengths = diffs.flatMap(({ edits }) => [...edits.values()].map((edit) => edit?.length ?? 0))
  return lengths.reduce((sum, length) => sum + length, 0)
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
