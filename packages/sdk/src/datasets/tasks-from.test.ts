import { describe, expect, test } from 'vitest'
import { tasksFrom } from './tasks-from.ts'

describe('tasks from rows', () => {
  test('take prompt, expected answer, id and further columns from the columns named', () => {
    const rows = [{ question: '1+1?', target: 2, key: 'a', kind: 'sum' }]
    const columns = { prompt: 'question', gold: 'target', id: 'key', meta: { type: 'kind' } }
    expect(tasksFrom(rows, columns)).toEqual([{ id: 'a', prompt: '1+1?', meta: { type: 'sum', gold: 2 } }])
  })

  test('are numbered when no column identifies them', () => {
    expect(tasksFrom([{ prompt: 'a' }, { prompt: 'b' }]).map(({ id }) => id)).toEqual(['0', '1'])
  })

  test('may lack an expected answer unless its column is named', () => {
    expect(tasksFrom([{ prompt: 'a' }])).toEqual([{ id: '0', prompt: 'a', meta: {} }])
    expect(() => tasksFrom([{ prompt: 'a' }], { gold: 'gold' })).toThrow(
      expect.objectContaining({ code: 'missing-column', value: 'gold' }),
    )
  })

  test('keep a hostile name in meta as a name', () => {
    const [task] = tasksFrom([{ prompt: 'a', x: 'y' }], { meta: JSON.parse('{"__proto__": "x"}') })
    expect(Object.keys(task?.meta ?? {})).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(task?.meta)).toBe(Object.prototype)
  })

  test.each([
    { rows: [], columns: {}, code: 'no-rows', words: 'no rows' },
    {
      rows: [{ prompt: 'a' }, { Prompt: 'b' }],
      columns: {},
      code: 'missing-column',
      words: 'Row 1 has no column "prompt"; it has "Prompt".',
    },
    { rows: [{ prompt: null }], columns: {}, code: 'bad-cell', words: 'Row 0 has null in column "prompt"' },
    { rows: [{ prompt: 'a\ud800' }], columns: {}, code: 'bad-cell', words: 'half a character' },
    { rows: [{ prompt: 'a' }], columns: { id: 'toString' }, code: 'missing-column', words: 'toString' },
  ])('are refused with "$words"', ({ rows, columns, code, words }) => {
    expect(() => tasksFrom(rows, columns)).toThrow(expect.objectContaining({ code }))
    expect(() => tasksFrom(rows, columns)).toThrow(words)
  })
})
