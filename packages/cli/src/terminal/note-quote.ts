import type { CommandContext } from '../command.ts'
import type { RunPlanData } from '../runs/run-plan.ts'
import { paint } from './paint.ts'
import { renderPlan } from './render-plan.ts'

/** Tells the person at the terminal what the run will do and cost. */
export function noteQuote(plan: RunPlanData, { note }: Pick<CommandContext, 'note'>): void {
  const [whatAndCost = ''] = renderPlan(plan, paint(false)).split('\n\nNext\n')
  note(whatAndCost)
  note('')
}
