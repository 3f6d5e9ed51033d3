import {
  alphaOf,
  betaOf,
  meanOf,
  observeDelta,
  observeOutcome,
  type Posterior,
  varianceOf,
} from '../../src/statistics/posterior.ts'

type Operation = readonly ['update', success: boolean, weight: number] | readonly ['delta', delta: number]

export function replay(input: Posterior & { readonly ops: readonly Operation[] }): Record<string, number> {
  const start: Posterior = { successes: input.successes, failures: input.failures }
  const posterior = input.ops.reduce(apply, start)
  return {
    ...posterior,
    alpha: alphaOf(posterior),
    beta: betaOf(posterior),
    mean: meanOf(posterior),
    variance: varianceOf(posterior),
  }
}

function apply(posterior: Posterior, operation: Operation): Posterior {
  return operation[0] === 'delta'
    ? observeDelta(posterior, operation[1])
    : observeOutcome(posterior, operation[1], operation[2])
}
