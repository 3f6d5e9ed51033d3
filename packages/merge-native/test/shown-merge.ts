import type { TextMerge } from '@agentdescent/merge-native'

/** Returns a merge as plain data with one letter per byte, for comparisons and for messages. */
export function shownMerge(merge: TextMerge): unknown {
  switch (merge.outcome) {
    case 'clean':
      return { outcome: merge.outcome, text: shown(merge.text) }
    case 'conflict':
      return {
        outcome: merge.outcome,
        regions: merge.regions.map((region) =>
          region.kind === 'merged'
            ? shown(region.text)
            : { base: shown(region.base), sides: region.sides.map(shown) },
        ),
      }
    case 'too-large':
      return merge
    default:
      return merge satisfies never
  }
}

function shown(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
