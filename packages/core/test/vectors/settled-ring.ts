import { SettledRing } from '../../src/merge/settled-ring.ts'
import { cardOf, diffOf } from './fixtures.ts'

type Run = readonly [characters: number, cards: number]

export function replay({
  payload_chars_runs: runs,
}: {
  readonly payload_chars_runs: readonly Run[]
}): unknown {
  const ring = new SettledRing()
  let added = 0
  for (const [characters, cards] of runs) {
    const diff = diffOf(['x'.repeat(characters)])
    for (let count = 0; count < cards; count++) ring.add(cardOf(String(added++), diff))
  }
  return {
    kept_count: ring.cards.length,
    oldest_kept: numberOf(ring.cards.at(0)),
    newest_kept: numberOf(ring.cards.at(-1)),
    chars: ring.characters,
  }
}

function numberOf(card: { readonly text: string } | undefined): number | null {
  return card === undefined ? null : Number(card.text)
}
