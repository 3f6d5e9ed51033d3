import { runId, type StepRecord } from '@agentdescent/core'
import { z } from 'zod'
import { proposalSchema, reportSchema } from '../../results/result-schema.ts'

const step: z.ZodType<StepRecord> = z.object({
  run: z.string().transform(runId),
  step: z.number().nonnegative(),
  reports: z.array(reportSchema),
  proposals: z.array(proposalSchema),
  learnt: z.array(
    z.object({ part: z.string(), name: z.string(), settings: z.json().exactOptional(), state: z.json() }),
  ),
})

/** Returns the record that a text holds; undefined when it holds none. */
export function parseStep(text: string): StepRecord | undefined {
  try {
    return step.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
