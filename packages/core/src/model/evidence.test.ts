import { expect, test } from 'vitest'
import { cardOf, diffOf } from '../../test/vectors/fixtures.ts'
import { rebasedOnto } from './evidence.ts'
import { artifactId } from './ids.ts'

const [prompt, rules, unknown] = ['prompt', 'rules', 'unknown'].map(artifactId)

test('moves the base of every touched artifact that the head knows, and nothing else of the card', () => {
  if (prompt === undefined || rules === undefined || unknown === undefined) throw new Error('unreachable')
  const card = {
    ...cardOf('c0', diffOf(['x'], 'prompt')),
    base: new Map([
      [prompt, 1],
      [rules, 7],
      [unknown, 3],
    ]),
    touched: [prompt, unknown],
  }
  const moved = rebasedOnto(
    card,
    new Map([
      [prompt, 4],
      [rules, 9],
    ]),
  )
  expect(moved).toEqual({
    ...card,
    base: new Map([
      [prompt, 4],
      [rules, 7],
      [unknown, 3],
    ]),
  })
  expect(card.base.get(prompt)).toBe(1)
})
