import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { diffOf } from '../../test/vectors/fixtures.ts'
import { applyDiff, applyEdits, differenceOf, stateOf } from './artifact.ts'
import type { Edits } from './diff.ts'
import { artifactId } from './ids.ts'

const text = fc.oneof(fc.constantFrom('', 'a', 'b', '__proto__', 'constructor'), fc.string({ maxLength: 4 }))
const entries = fc.array(fc.tuple(text, text), { maxLength: 12 })
const edits = fc.array(fc.tuple(text, fc.option(text)), { maxLength: 8 }).map((list): Edits => new Map(list))

test.prop([entries, entries])('the difference turns one state into exactly the other', (from, to) => {
  const [before, after] = [stateOf(from), stateOf(to)]
  const difference = differenceOf(before, after)
  expect([...applyEdits(before, difference)]).toEqual([...after])
  expect([...difference.keys()]).toEqual([...difference.keys()].toSorted(byCodeUnit))
})

test.prop([entries])('a state differs in nothing from itself', (list) => {
  expect(differenceOf(stateOf(list), stateOf(list.toReversed().toReversed())).size).toBe(0)
})

test.prop([entries, edits])('applying the same edits again changes nothing', (list, given) => {
  const once = applyEdits(stateOf(list), given)
  expect(applyEdits(once, given).root).toBe(once.root)
})

test.prop([entries, edits])(
  'applies edits as a plain map would, and leaves the state itself alone',
  (list, given) => {
    const state = stateOf(list)
    const model = new Map(list)
    for (const [key, edit] of given) {
      if (edit === null) model.delete(key)
      else model.set(key, edit)
    }
    expect(new Map(applyEdits(state, given))).toEqual(model)
    expect(new Map(state)).toEqual(new Map(list))
  },
)

test('a diff gives the artifact its next version and leaves everything else', () => {
  const artifact = {
    id: artifactId('prompt'),
    version: 4,
    state: stateOf([['k0', 'old']]),
    contract: { major: 2 },
    blastRadius: 0.4,
  }
  const next = applyDiff(artifact, diffOf(['new']))
  expect(next).toEqual({ ...artifact, version: 5, state: stateOf([['k0', 'new']]) })
})

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : 1
}
