import { setImmediate as turn } from 'node:timers/promises'
import { Random, type Agent } from '@agentdescent/sdk'
import type { Field, Landscape, Reading, RecordTask } from './landscape.ts'

/** Share of the answers in which the clerk forgets its rules. */
export const SLIP_RATE = 0.05

/**
 * Returns the agent of the demo, a small program in a model's place. It cleans a value by the rule that the artifact holds
 * for its field, and now and then forgets to. Shown a failure, it proposes one of the rules that explain the right answer:
 * where several do, the seed picks one, so that clerks who saw different values disagree.
 */
export function clerk({ fields }: Landscape): Agent<RecordTask> {
  const byName = new Map(fields.map((field) => [field.name, field]))
  return {
    run: async (rendered, { id, meta }) => {
      await turn()
      const rule = ruleFor(meta.field, rendered)
      if (rule === undefined || forgets(id, rule)) return meta.value
      const reading = readingsOf(byName.get(meta.field)).find((known) => known.rule === rule)
      return reading?.apply(meta.value) ?? meta.value
    },
    propose: async ({ rendered, task: { meta } }, context) => {
      await turn()
      const fitting = readingsOf(byName.get(meta.field)).filter(
        ({ apply }) => apply(meta.value) === meta.expected,
      )
      const reading = fitting[Random.seeded(context.seed).fork(rendered).below(Math.max(1, fitting.length))]
      if (reading === undefined) return null
      const rationale = `"${meta.value}" should have become "${meta.expected}".`
      return { text: `${meta.field}: ${reading.rule}`, rationale }
    },
  }
}

/** Like a model at temperature 0: a task and a rule always meet the same fate. */
function forgets(task: string, rule: string): boolean {
  return Random.seeded(0).fork(task).fork(rule).next() < SLIP_RATE
}

/** Reads the rule of a field out of the rendered artifact: the line under its heading. */
function ruleFor(field: string, rendered: string): string | undefined {
  const lines = rendered.split('\n')
  const heading = lines.indexOf(`## ${field}`)
  return heading < 0 ? undefined : lines[heading + 1]
}

function readingsOf(field: Field | undefined): readonly Reading[] {
  return field === undefined ? [] : [field.right, field.tempting]
}
