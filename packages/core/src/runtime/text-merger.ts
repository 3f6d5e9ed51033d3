import { mergeKernel } from './merge-kernel.ts'

/** Two texts that were made from one. */
interface TextVersions {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** Merges the texts of one key: by lines, and inside a conflict of prose by sentences and words. */
export interface TextMerger {
  /** Returns both sides' changes in one text; undefined where they overlap, or the texts are too large. */
  merge(key: string, versions: TextVersions): string | undefined
  /** Returns the changes of all sides in one text, whatever their order; undefined where any overlap. */
  mergeMany(key: string, base: string, sides: readonly string[]): string | undefined
  /** Returns ours with every change of theirs that does not overlap one of ours; undefined when the texts are too large. */
  mergePreferringOurs(key: string, versions: TextVersions): string | undefined
}

const encoder = new TextEncoder()
// A byte order mark is part of the text: a merge must give back what it got.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns the merger that treats the keys which `isProse` names as prose. */
export function textMerger(isProse: (key: string) => boolean): TextMerger {
  const optionsOf = (key: string): { readonly granularity: 'prose' | 'line' } => ({
    granularity: isProse(key) ? 'prose' : 'line',
  })
  const merged = (
    key: string,
    { base, ours, theirs }: TextVersions,
  ): ReturnType<typeof mergeKernel.mergeText> =>
    mergeKernel.mergeText(
      { base: encoder.encode(base), ours: encoder.encode(ours), theirs: encoder.encode(theirs) },
      optionsOf(key),
    )
  return {
    merge(key, versions) {
      const result = merged(key, versions)
      return result.outcome === 'clean' ? decoder.decode(result.text) : undefined
    },
    mergeMany(key, base, sides) {
      const texts = sides.map((side) => encoder.encode(side))
      const result = mergeKernel.mergeMany(encoder.encode(base), texts, optionsOf(key))
      return result.outcome === 'clean' ? decoder.decode(result.text) : undefined
    },
    mergePreferringOurs(key, versions) {
      const result = merged(key, versions)
      if (result.outcome === 'clean') return decoder.decode(result.text)
      if (result.outcome === 'too-large') return undefined
      return decoder.decode(
        joined(result.regions.map((region) => (region.kind === 'merged' ? region.text : region.sides[0]))),
      )
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
