import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { cardOf, diffOf } from '../../test/vectors/fixtures.ts'
import { SettledRing } from './settled-ring.ts'

test.prop([fc.array(fc.nat({ max: 30 }), { maxLength: 40 })])(
  'holds as many of the latest cards as fit, and counts their characters',
  (sizes) => {
    const ring = new SettledRing({ maxCards: 8, maxCharacters: 60 })
    for (const [index, size] of sizes.entries()) ring.add(cardOf(String(index), diffOf(['x'.repeat(size)])))
    const kept = ring.cards.map(({ text }) => Number(text))
    expect(kept).toEqual(sizes.map((_, index) => index).slice(sizes.length - kept.length))
    expect(ring.characters).toBe(total(kept.map((index) => sizes[index] ?? 0)))
    expect(ring.characters).toBeLessThanOrEqual(60)
    const next = sizes[sizes.length - kept.length - 1]
    if (kept.length < Math.min(8, sizes.length)) expect(ring.characters + (next ?? 0)).toBeGreaterThan(60)
  },
)

test('counts all values of a card, deletions as nothing, and a character outside the basic plane as one', () => {
  const ring = new SettledRing()
  ring.add(cardOf('c0', diffOf(['abc', null, '🌍'])))
  expect(ring.characters).toBe(4)
})

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
