import type { Scratch } from '../scratch.ts'
import type { StepBudget } from './step-budget.ts'

/** What one merge works with. */
export interface Work {
  readonly budget: StepBudget
  readonly scratch: Scratch
}
