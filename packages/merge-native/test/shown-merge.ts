import type { TextMerge } from '@agentdescent/merge-native'

/** Returns a merge as plain data, for comparisons and messages; latin1 shows every byte, utf8 shows text. */
export function shownMerge(merge: TextMerge, encoding: 'latin1' | 'utf8' = 'latin1'): unknown {
  const shown = (bytes: Uint8Array): string => Buffer.from(bytes).toString(encoding)
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
