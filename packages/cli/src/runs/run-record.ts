import { z } from 'zod'

/** Version of the layout of run folders. */
export const RECORD_FORMAT = 1

/** What a run folder says of its run. */
export interface RunRecord {
  readonly format: typeof RECORD_FORMAT
  readonly name: string
  /** `interrupted` and `failed` runs may hold a partial result. */
  readonly state: 'running' | 'done' | 'interrupted' | 'failed'
  readonly pid: number
  readonly startedAt: string
  readonly finishedAt?: string
  /** Path of the spec file. */
  readonly spec: string
  /** The file that the text came from, and what it held then; absent for a text given in the spec. */
  readonly target?: { readonly path: string; readonly hash: string | null }
  readonly error?: string
  /** Answers that scored 0 because the scoring program took too long. */
  readonly timeouts?: number
}

const schema: z.ZodType<RunRecord> = z.object({
  format: z.literal(RECORD_FORMAT),
  name: z.string(),
  state: z.enum(['running', 'done', 'interrupted', 'failed']),
  pid: z.number(),
  startedAt: z.string(),
  finishedAt: z.string().exactOptional(),
  spec: z.string(),
  target: z.object({ path: z.string(), hash: z.string().nullable() }).exactOptional(),
  error: z.string().exactOptional(),
  timeouts: z.number().exactOptional(),
})

/** Returns the record in a text; undefined when the text holds none of this format. */
export function parseRecord(text: string): RunRecord | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
