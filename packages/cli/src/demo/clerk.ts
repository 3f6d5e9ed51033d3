import { setImmediate as turn } from 'node:timers/promises'
import { Random, type Agent } from '@agentdescent/sdk'
import type { Landscape, RecordTask } from './landscape.ts'
import { readingsOf, type RuleSheet } from './rule-sheet.ts'

/** Share of the answers in which the clerk forgets its rules. */
export const SLIP_RATE = 0.05

/**
 * Returns the agent of the demo, a small program in a model's place. It cleans a value by the rule that the artifact holds
 * for its field, and now and then forgets to. Shown a failure, it proposes one of the rules that explain the right answer:
 * where several do, the seed picks one, so that clerks who saw different values disagree.
 */
export function clerk({ fields }: Landscape, sheet: RuleSheet): Agent<RecordTask> {
  const byName = new Map(fields.map((field) => [field.name, field]))
  return {
    run: async (rendered, { id, meta }) => {
      await turn()
      const field = byName.get(meta.field)
      const reading = field === undefined ? undefined : sheet.readingOf(field, rendered)
      if (reading === undefined || forgets(id, reading.rule)) return meta.value
      return reading.apply(meta.value)
    },
    propose: async ({ rendered, task: { meta } }, context) => {
      await turn()
      const field = byName.get(meta.field)
      if (field === undefined) return null
      const fitting = readingsOf(field).filter(({ apply }) => apply(meta.value) === meta.expected)
      const reading = fitting[Random.seeded(context.seed).fork(rendered).below(Math.max(1, fitting.length))]
      if (reading === undefined) return null
      const rationale = `"${meta.value}" should have become "${meta.expected}".`
      return { text: sheet.proposal(field, reading, rendered), rationale }
    },
  }
}

/** Like a model at temperature 0: a task and a rule always meet the same fate. */
function forgets(task: string, rule: string): boolean {
  return Random.seeded(0).fork(task).fork(rule).next() < SLIP_RATE
}
