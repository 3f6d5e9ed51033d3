import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { replay as annealedDelta } from './vectors/annealed-delta.ts'
import { replay as betaPosterior } from './vectors/beta-posterior.ts'
import { replay as durationEstimator } from './vectors/duration-estimator.ts'
import { replay as groupAdvantage } from './vectors/group-advantage.ts'
import { replay as makespan } from './vectors/makespan.ts'
import { replay as probImprovement } from './vectors/prob-improvement.ts'
import { replay as signalAndUcb } from './vectors/signal-and-ucb.ts'

const replayers = {
  annealed_delta: annealedDelta,
  beta_posterior: betaPosterior,
  duration_estimator: durationEstimator,
  group_advantage: groupAdvantage,
  makespan,
  prob_improvement: probImprovement,
  signal_and_ucb: signalAndUcb,
}

it.each(Object.entries(replayers))('replays every case of %s', (name, replay: (input: never) => unknown) => {
  const vectors = JSON.parse(
    readFileSync(new URL(`../../../fixtures/vectors/${name}.json`, import.meta.url), 'utf8'),
  )
  const tolerance = vectors.tolerance ?? 0
  for (const { input, expected } of vectors.cases) {
    expectClose(replay(input as never), expected, tolerance)
  }
})

function expectClose(actual: unknown, expected: unknown, tolerance: number): void {
  if (typeof expected === 'number') {
    expect(actual).toBeTypeOf('number')
    expect(Math.abs(Number(actual) - expected)).toBeLessThanOrEqual(
      tolerance * Math.max(1, Math.abs(expected)),
    )
  } else if (typeof expected === 'object' && expected !== null) {
    for (const [key, value] of Object.entries(expected)) {
      if (key.startsWith('reference_')) continue
      expectClose((actual as Record<string, unknown>)[key], value, tolerance)
    }
  } else expect(actual).toBe(expected)
}
