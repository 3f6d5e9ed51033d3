import { describe, expect, test } from 'vitest'
import { type DraftInput, draftSpec } from './draft-spec.ts'

const input = (rows: DraftInput['rows'], more: Partial<DraftInput> = {}): DraftInput => ({
  path: './cases.csv',
  target: './prompt.txt',
  schema: './schema.json',
  rows,
  ...more,
})

describe('columns', () => {
  test.each([
    ['by their usual names', { prompt: 'a', gold: 'b' }, 'prompt', 'gold'],
    ['whatever their case and blanks', { 'Question ': 'a', ANSWER: 'b' }, 'Question ', 'ANSWER'],
    ['the question before the answer', { target: 'b', input: 'a', id: '1' }, 'input', 'target'],
    ['as the other of two', { Frage: 'a', answer: 'b' }, 'Frage', 'answer'],
    ['as the other of two', { prompt: 'a', Antwort: 'b' }, 'prompt', 'Antwort'],
  ])('are found %s: %j', (_, row, ...[prompt, gold]) => {
    const { spec, missing } = draftSpec(input([row], { model: 'm' }))
    expect(spec.data).toMatchObject({ prompt, gold })
    expect(missing).toEqual([])
  })

  test('that nobody can know are left open, by name', () => {
    const { spec, missing } = draftSpec(input([{ a: '1', b: '2', c: '3' }]))
    expect(spec.data).toMatchObject({
      prompt: expect.stringMatching(/^<.*>$/),
      gold: expect.stringMatching(/^<.*>$/),
    })
    expect(missing).toEqual(['data.prompt', 'data.gold', 'agent.model'])
  })

  test('that the user names are taken as they are', () => {
    const { spec } = draftSpec(input([{ a: '1', b: '2', gold: '3' }], { prompt: 'a', gold: 'b' }))
    expect(spec.data).toMatchObject({ prompt: 'a', gold: 'b' })
  })
})

describe('the scorer', () => {
  test.each([
    ['last-number', ['1', '-2.5', '1,000']],
    ['exact', ['yes', 'no', 'a few words']],
    ['contains', ['yes', 'a long answer that goes on for more than a few words']],
  ])('is %s for %j', (score, golds) => {
    expect(draftSpec(input(golds.map((gold) => ({ prompt: 'a', gold })))).spec.score).toBe(score)
  })
})
