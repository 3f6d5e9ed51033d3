import type { Region, StringMerge, StringRegion, TextMerge } from './kernel.ts'

// A byte order mark is part of a text: a merge gives back what it got.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

type Decode = (text: Uint8Array) => string

/** Returns a merge of UTF-8 in strings. No region starts or ends inside a character of well-formed texts. */
export function stringMergeOf(merge: TextMerge, decode: Decode = decodeText): StringMerge {
  if (merge.outcome === 'too-large') return merge
  if (merge.outcome === 'clean') return { outcome: 'clean', text: decode(merge.text) }
  return { outcome: 'conflict', regions: merge.regions.map((region) => stringRegionOf(region, decode)) }
}

function stringRegionOf(region: Region, decode: Decode): StringRegion {
  if (region.kind === 'merged') return { kind: 'merged', text: decode(region.text) }
  return { kind: 'conflict', base: decode(region.base), sides: region.sides.map(decode) }
}

export function decodeText(text: Uint8Array): string {
  return decoder.decode(text)
}
