import { describe, expect, test } from 'vitest'
import { fc, test as property } from '@fast-check/vitest'
import { splitTasks } from './split-tasks.ts'

const tasks = fc
  .array(fc.constantFrom('yes', 'no', 'rare'), { maxLength: 60 })
  .map((golds) => golds.map((gold, index) => ({ id: String(index), prompt: '', meta: { gold } })))
const share = fc.integer({ min: 0, max: 5 })
const shares = fc.tuple(share, share, share).filter((all) => all.some((each) => each > 0))
const classOf = ({ meta }: { readonly meta: { readonly gold: string } }): string => meta.gold

describe('a split of tasks', () => {
  property.prop([tasks, shares, fc.integer()])(
    'puts every task into exactly one part',
    (all, three, seed) => {
      for (const options of [{}, { classOf }]) {
        const { training, validation, test: rest } = splitTasks(all, { ...options, shares: three, seed })
        const ids = [...training, ...validation, ...rest].map(({ id }) => Number(id))
        expect(ids.toSorted((one, other) => one - other)).toEqual(all.map((_, index) => index))
      }
    },
  )

  property.prop([tasks, fc.integer()])('is the same for the same seed', (all, seed) => {
    expect(splitTasks(all, { seed })).toEqual(splitTasks(all, { seed }))
  })

  property.prop([tasks, shares])('is off by less than a task where no part would be empty', (all, three) => {
    const total = three[0] + three[1] + three[2]
    const wanted = three.map((each) => (each / total) * all.length)
    if (wanted.some((size) => size > 0 && size < 1)) return
    const parts = splitTasks(all, { shares: three })
    const sizes = [parts.training, parts.validation, parts.test].map(({ length }) => length)
    for (const [index, size] of sizes.entries()) expect(Math.abs(size - (wanted[index] ?? 0))).toBeLessThan(1)
  })

  test('puts a class of three into every part, and a class of one into the first', () => {
    const all = ['a', 'a', 'a', 'b'].map((gold, index) => ({ id: String(index), prompt: '', meta: { gold } }))
    const parts = splitTasks(all, { classOf })
    expect([parts.training, parts.validation, parts.test].map((part) => part.map(classOf))).toEqual([
      ['a', 'b'],
      ['a'],
      ['a'],
    ])
  })

  test('keeps the order when it is not to shuffle, and otherwise does not', () => {
    const all = Array.from({ length: 50 }, (_, index) => ({ id: String(index), prompt: '' }))
    const ids = (shuffle: boolean): readonly string[] =>
      splitTasks(all, { shares: [1, 0, 0], shuffle }).training.map(({ id }) => id)
    expect(ids(false)).toEqual(all.map(({ id }) => id))
    expect(ids(true)).not.toEqual(ids(false))
  })

  test.each([[[0, 0, 0]], [[-1, 1, 1]], [[Number.NaN, 1, 1]], [[1, 1, Number.POSITIVE_INFINITY]]])(
    'is refused for the shares %j',
    ([training = 0, validation = 0, rest = 0]) => {
      expect(() => splitTasks([], { shares: [training, validation, rest] })).toThrow(
        expect.objectContaining({ code: 'bad-shares' }),
      )
    },
  )
})
