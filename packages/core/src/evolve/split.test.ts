import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { splitTasks } from './split.ts'

type Cases = { cases: { heldOutFraction: number; training: number[] }[] }

const recorded = new URL('../../../../fixtures/split/half-even.json', import.meta.url)
const { cases }: Cases = JSON.parse(readFileSync(recorded, 'utf8'))
const tasks = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `t${index}`, prompt: '' }))

test.each(cases)('4 to 200 tasks are cut at $heldOutFraction as the recorded rounding says', (recording) => {
  const { heldOutFraction } = recording
  const cuts = recording.training.map((_, index) => splitTasks(tasks(index + 4), { heldOutFraction }))
  expect(cuts.map(({ training }) => training.length)).toEqual(recording.training)
  for (const [index, { training, heldOut }] of cuts.entries())
    expect([...training, ...heldOut]).toEqual(tasks(index + 4))
})
