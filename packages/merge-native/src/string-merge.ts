import type { Region, StringMerge, StringRegion, TextMerge } from './kernel.ts'

// A byte order mark is part of a text: a merge gives back what it got.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns a merge of UTF-8 in strings. No region starts or ends inside a character of well-formed texts. */
export function stringMergeOf(merge: TextMerge): StringMerge {
  if (merge.outcome === 'too-large') return merge
  if (merge.outcome === 'clean') return { outcome: 'clean', text: decodeText(merge.text) }
  return { outcome: 'conflict', regions: merge.regions.map(stringRegionOf) }
}

function stringRegionOf(region: Region): StringRegion {
  if (region.kind === 'merged') return { kind: 'merged', text: decodeText(region.text) }
  const sides = region.sides.map((side) => decodeText(side))
  return { kind: 'conflict', base: decodeText(region.base), sides }
}

export function decodeText(text: Uint8Array): string {
  return decoder.decode(text)
}
