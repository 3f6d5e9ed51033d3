import { ContractError, shown } from '../model/errors.ts'
import type { BetaShape } from './incomplete-beta.ts'
import { quadratureImprovement } from './improvement-quadrature.ts'
import { orderedDrawImprovement, wholeParameterImprovement } from './improvement-sums.ts'
import { alphaOf, betaOf, type Posterior } from './posterior.ts'

/** A whole parameter above this costs more as a sum than the quadrature does. */
const LARGEST_SUM = 2048

/**
 * Returns the exact probability that the candidate's rate exceeds the baseline's, in [0, 1]: no sampling, no seed.
 * Equal posteriors give exactly one half, so a tie never passes a threshold of one half. The methods are derived and
 * measured in docs/design/exact-probability.
 * @throws ContractError `bad-count` for a count that is negative or not finite.
 */
export function probabilityOfImprovement(candidate: Posterior, baseline: Posterior): number {
  const upper = checkedShape(candidate, 'candidate')
  const lower = checkedShape(baseline, 'baseline')
  if (upper.alpha === lower.alpha && upper.beta === lower.beta) return 0.5
  return Math.min(1, Math.max(0, probabilityAbove(upper, lower)))
}

function checkedShape(posterior: Posterior, side: string): BetaShape {
  for (const count of [posterior.successes, posterior.failures]) {
    if (count >= 0 && Number.isFinite(count)) continue
    throw new ContractError({
      code: 'bad-count',
      argument: side,
      value: shown(count),
      message: `The ${side} has the count ${shown(count)}; successes and failures are finite and not negative.`,
    })
  }
  return { alpha: alphaOf(posterior), beta: betaOf(posterior) }
}

function probabilityAbove(upper: BetaShape, lower: BetaShape): number {
  const whole = [upper.alpha, upper.beta, lower.alpha, lower.beta].filter(Number.isInteger)
  if (whole.length === 4) return orderedDrawImprovement(upper, lower)
  const smallest = Math.min(...whole)
  if (smallest > LARGEST_SUM) return quadratureImprovement(upper, lower)
  // Exchanging success and failure of both sides reverses the inequality; exchanging the sides complements it.
  if (upper.alpha === smallest) return wholeParameterImprovement(upper, lower)
  if (lower.beta === smallest) return wholeParameterImprovement(mirrored(lower), mirrored(upper))
  if (lower.alpha === smallest) return 1 - wholeParameterImprovement(lower, upper)
  return 1 - wholeParameterImprovement(mirrored(upper), mirrored(lower))
}

function mirrored({ alpha, beta }: BetaShape): BetaShape {
  return { alpha: beta, beta: alpha }
}
