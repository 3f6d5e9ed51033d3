import { test as property } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyEdits, stateOf } from '../model/artifact.ts'
import { type Edit, exactlySame } from '../model/diff.ts'
import { textMerger } from '../runtime/text-merger.ts'
import { reapplied } from './reapply.ts'

const texts = textMerger({ isProse: () => true })

/** Re-applies one edit of key `k`, made where it read `before`, to a head where it reads `present`. */
function moved(before: Edit, present: Edit, edit: Edit) {
  const head = stateOf(present === null ? [] : [['k', present]])
  const move = {
    edits: new Map([['k', edit]]),
    baseValues: new Map([['k', before]]),
    head,
    same: exactlySame,
  }
  return reapplied(move, texts)
}

const edited = (edit: Edit) => ({ edits: new Map([['k', edit]]), overlapping: [] })
const nothing = (overlapping: string[]) => ({ edits: new Map(), overlapping })

describe('an edit on a head that has moved', () => {
  test.each([
    ['a head that did not change the key', 'a', 'a', 'b', edited('b')],
    ['an added key that the head lacks', null, null, 'b', edited('b')],
    ['a deletion of what the head did not change', 'a', 'a', null, edited(null)],
    ['what the head has done already', 'a', 'b', 'b', nothing([])],
    ['a deletion that the head has done already', 'a', null, null, nothing([])],
    ['another line', 'one\ntwo\n', 'ONE\ntwo\n', 'one\nTWO\n', edited('ONE\nTWO\n')],
    [
      'another sentence',
      'Be brief. Cite.',
      'Be short. Cite.',
      'Be brief. Cite all.',
      edited('Be short. Cite all.'),
    ],
    ['an edit of what the head deleted', 'a', null, 'b', nothing(['k'])],
    ['a deletion of what the head edited', 'a', 'b', null, nothing(['k'])],
    ['a key that both added differently', null, 'a', 'b', nothing(['k'])],
    ['the same word', 'a', 'b', 'c', nothing(['k'])],
  ])('%s', async (...[, before, present, edit, expected]) => {
    expect(await moved(before, present, edit)).toEqual(expected)
  })

  test('hunks beside an overlap are kept, and the overlap is named', async () => {
    const base = 'one\ntwo\nthree\nfour\nfive\n'
    const { edits, overlapping } = await moved(
      base,
      base.replace('one', 'head'),
      base.replace('one', 'mine').replace('five', 'FIVE'),
    )
    expect(edits.get('k')).toBe('head\ntwo\nthree\nfour\nFIVE\n')
    expect(overlapping).toEqual(['k'])
  })
})

const lines: fc.Arbitrary<string[]> = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n', 'e\n'), {
  minLength: 1,
  maxLength: 12,
})

property.prop([lines, fc.nat(11), fc.nat(11)])(
  'what the head changed is never overwritten',
  async (base, headAt, mineAt) => {
    const [head, mine] = [headAt % base.length, mineAt % base.length]
    const present = base.with(head, 'HEAD\n').join('')
    const edit = base.with(mine, 'MINE\n').join('')
    const { edits } = await moved(base.join(''), present, edit)
    const after = applyEdits(stateOf([['k', present]]), edits).get('k') ?? ''
    expect(after.split('\n').filter((line) => line === 'HEAD')).toHaveLength(1)
  },
)
