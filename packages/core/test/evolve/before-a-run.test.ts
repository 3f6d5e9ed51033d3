import { expect, test } from 'vitest'
import { evolve, previewRun, scoreArtifact } from '../../src/index.ts'
import { goldenRun } from './golden-options.ts'

test('a preview calls nothing and names the settings and the split that the run has', async () => {
  const { calls, options } = goldenRun()
  const given = { ...options, workers: 3, rounds: 6, evaluation: { shuffle: true } }
  const preview = previewRun(given)
  expect(calls).toEqual({ run: 0, propose: 0 })
  let started: unknown
  const result = await evolve({
    ...given,
    onEvent: (event) => {
      if (event.type === 'run-start') started = { training: event.training, heldOut: event.heldOut }
    },
  })
  expect(preview.settings).toEqual(result.settings)
  expect({ training: preview.training, heldOut: preview.heldOut }).toEqual(started)
  expect(preview).toMatchObject({ rounds: 6, workers: 3, trials: 1, selfVerify: true })
})

test('a preview refuses what the run would refuse', () => {
  expect(() => previewRun({ ...goldenRun().options, rounds: 0 })).toThrow(
    expect.objectContaining({ argument: 'rounds', value: '0' }),
  )
})

test('a score is the first measurement of the run, and one call a held-out task', async () => {
  const { calls, options } = goldenRun()
  const { rows, cost, rendered } = await scoreArtifact(options)
  expect(calls).toEqual({ run: 5, propose: 0 })
  expect(cost.actorCalls).toBe(5)
  const result = await evolve({ ...goldenRun().options, rounds: 1, workers: 1 })
  expect(rendered).toBe(result.initialRendered)
  expect(rows.map(({ task, reward }) => ({ task, reward }))).toEqual(
    result.initialRows.map(({ task, reward }) => ({ task, reward })),
  )
})

test('a score that its limit cannot pay for starts no call', async () => {
  const { calls, options } = goldenRun()
  const scored = scoreArtifact({ ...options, stop: { maxCalls: 4 } })
  await expect(scored).rejects.toMatchObject({ code: 'max-calls' })
  expect(calls).toEqual({ run: 0, propose: 0 })
})
