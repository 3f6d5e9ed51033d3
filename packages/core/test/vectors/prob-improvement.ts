import { probabilityOfImprovement } from '../../src/statistics/improvement.ts'
import type { Posterior } from '../../src/statistics/posterior.ts'

export function replay(input: { readonly candidate: Posterior; readonly baseline: Posterior }): {
  p: number
} {
  return { p: probabilityOfImprovement(input.candidate, input.baseline) }
}
