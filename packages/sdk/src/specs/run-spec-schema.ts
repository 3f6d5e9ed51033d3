import { z } from 'zod'
import { type PolicySlot, policyNames } from './policy-names.ts'
import { providerNames } from './provider-names.ts'
import type { NamedSpec, RunSpec } from './run-spec.ts'

const text = z.string()
const filled = z.string().min(1)
const count = z.int().min(1)
const whole = z.int().min(0)
const share = z.number().min(0).max(1)
const positive = z.number().positive()

const data = z.strictObject({
  path: filled.describe(
    'the file of examples: .json, .jsonl, .csv or .tsv; a relative path starts from the spec',
  ),
  format: z.enum(['json', 'jsonl', 'csv', 'tsv']).exactOptional(),
  rows: filled.exactOptional().describe('name of the list in a JSON file that is no list itself'),
  delimiter: z.enum([',', ';', '\t']).exactOptional(),
  prompt: filled.exactOptional().describe('column with what the agent is asked; default prompt'),
  gold: filled.exactOptional().describe('column with the expected answer; default gold'),
  id: filled.exactOptional().describe('column that identifies a row; default: its number'),
})

const score = z.union(
  [filled, z.strictObject({ command: z.tuple([filled], text), timeoutMs: positive.exactOptional() })],
  { error: 'the name of a scorer, or { "command": ["program", "argument", ...] }' },
)

const endpoint = {
  provider: z.enum(providerNames).exactOptional().describe('default openai-compatible'),
  baseUrl: filled.exactOptional().describe('root of the API; default: the variable that the provider reads'),
  apiKeyEnv: filled.nullable().exactOptional().describe('variable that holds the key; null for none'),
  deadlineMs: positive.exactOptional().describe('for a whole call, repeated requests included'),
  idleMs: positive.exactOptional().describe('longest silence in the middle of an answer'),
  stream: z.boolean().exactOptional(),
  attempts: count.exactOptional().describe('requests for one call, the first included'),
  body: z.record(z.string(), z.unknown()).exactOptional().describe("further fields of the request's body"),
}

const sampling = { maxTokens: count.exactOptional(), temperature: z.number().min(0).exactOptional() }

const agent = z.strictObject({
  model: filled.describe('name of the model, as the endpoint spells it'),
  ...endpoint,
  ...sampling,
  system: text.exactOptional().describe('template of the system message; default {artifact}'),
  user: text.exactOptional().describe('template of the user message; default {prompt}'),
  stop: z.array(text).exactOptional(),
  sendSeed: z.boolean().exactOptional(),
})

const reflect = z.strictObject({
  model: filled.exactOptional().describe("default: the agent's"),
  ...endpoint,
  ...sampling,
  template: text.exactOptional(),
  tag: filled.exactOptional(),
  cases: count.exactOptional().describe('failing tasks shown at once'),
  showExpected: z.boolean().exactOptional(),
  maxChars: count.exactOptional(),
})

const strategy = z.union(
  [
    z.enum(['single-slot', 'append-rules']),
    z.strictObject({ name: z.literal('append-rules'), title: text.exactOptional() }),
    z.strictObject({
      name: z.literal('keyed-rules'),
      categories: z.array(filled).min(1),
      title: text.exactOptional(),
    }),
  ],
  { error: '"single-slot", "append-rules", or { "name": "keyed-rules", "categories": [...] }' },
)

const named: z.ZodType<NamedSpec> = z.union([filled, z.looseObject({ name: filled })], {
  error: 'the name of a rule, or { "name": "...", and its settings }',
})
const slot = (name: PolicySlot): z.ZodExactOptional<typeof named> =>
  named.exactOptional().describe(`one of ${policyNames[name].join(', ')}`)
const policies = z.strictObject({
  taskSampling: slot('taskSampling'),
  proposal: slot('proposal'),
  screen: slot('screen'),
  staleness: slot('staleness'),
  conflict: slot('conflict'),
  fusion: slot('fusion'),
  acceptance: slot('acceptance'),
  promotion: slot('promotion'),
})

const stop = z.strictObject({
  targetReward: share.exactOptional().describe('held-out reward at which the run is done; default 0.98'),
  patience: count.exactOptional().describe('rounds without a better reward; default 3'),
  maxSeconds: positive.exactOptional(),
  maxRollouts: count.exactOptional(),
  maxCalls: count.exactOptional(),
  maxTokens: count.exactOptional(),
})

const evaluation = z.strictObject({
  heldOutFraction: z
    .number()
    .gt(0)
    .lt(1)
    .exactOptional()
    .describe('share of the tasks that only the gate sees; default 0.4'),
  shuffle: z.boolean().exactOptional().describe('default true'),
  concurrency: count.exactOptional().describe('calls at once; default 8'),
  sampleSize: count.exactOptional(),
  trials: count.exactOptional().describe('evaluations of each held-out task; default 1'),
  solvedAt: share.exactOptional(),
  selfVerify: z.boolean().exactOptional(),
})

const merge = z.strictObject({
  batchSize: count.exactOptional(),
  maxWaitRounds: count.exactOptional(),
  tolerance: z.strictObject({ slow: whole.exactOptional(), fast: whole.exactOptional() }).exactOptional(),
  commitAttempts: count.exactOptional(),
  boundedGate: z.boolean().exactOptional(),
  refusedUnion: z.enum(['retry', 'drop']).exactOptional(),
})

export const runSpecSchema: z.ZodType<RunSpec> = z.strictObject({
  $schema: text.exactOptional(),
  version: z.literal(1).exactOptional(),
  kind: z.literal('text').exactOptional().describe('what evolves'),
  name: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
      'letters, digits, ".", "_" and "-" alone, the first a letter or a digit',
    )
    .exactOptional()
    .describe("name of the run's folder; default: that of the spec file"),
  target: z.union([filled, z.strictObject({ text: filled })], {
    error: 'the path of a file, or { "text": "..." }',
  }),
  data,
  score,
  agent,
  reflect: reflect.exactOptional(),
  strategy: strategy.exactOptional(),
  rounds: count.exactOptional().describe('default 8'),
  workers: count.exactOptional().describe('default 4, at most one per training task'),
  seed: whole.exactOptional().describe('default 0'),
  policies: policies.exactOptional(),
  scheduler: z.enum(['synchronous', 'serial']).exactOptional(),
  stop: stop.exactOptional(),
  evaluation: evaluation.exactOptional(),
  merge: merge.exactOptional(),
  cache: filled.exactOptional().describe('folder in which scores are kept for later runs'),
})

/** Returns the format of spec files as a JSON Schema, for editors and for lists of known fields. */
export function runSpecJsonSchema(): Readonly<Record<string, unknown>> {
  return { title: 'AgentDescent run spec', ...z.toJSONSchema(runSpecSchema, { io: 'input' }) }
}
