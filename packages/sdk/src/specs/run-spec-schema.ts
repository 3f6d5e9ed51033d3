import { z } from 'zod'
import { type PolicySlot, policyNames } from './policy-names.ts'
import { providerNames } from './provider-names.ts'
import type { NamedSpec } from './named-spec.ts'
import type { RunSpec } from './run-spec.ts'

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
  format: z
    .enum(['json', 'jsonl', 'csv', 'tsv'])
    .exactOptional()
    .describe('default: what the end of the path says'),
  rows: filled.exactOptional().describe('name of the list in a JSON file that is no list itself'),
  delimiter: z
    .enum([',', ';', '\t'])
    .exactOptional()
    .describe('between the cells of a CSV file; default a comma'),
  prompt: filled.exactOptional().describe('column with what the agent is asked; default prompt'),
  gold: filled.exactOptional().describe('column with the expected answer; default gold'),
  id: filled.exactOptional().describe('column that identifies a row; default: its number'),
  limit: count.exactOptional().describe('use at most so many rows, drawn by the seed; default all'),
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
  outageMs: positive
    .exactOptional()
    .describe('time, and ten calls in a row, without an answer that ends the run'),
  stream: z.boolean().exactOptional().describe('have the answer sent piece by piece'),
  attempts: count.exactOptional().describe('requests for one call, the first included'),
  body: z.record(z.string(), z.unknown()).exactOptional().describe("further fields of the request's body"),
}

const sampling = {
  maxTokens: count.exactOptional().describe('tokens that an answer may have'),
  temperature: z.number().min(0).exactOptional(),
}

const agent = z.strictObject({
  model: filled.describe('name of the model, as the endpoint spells it'),
  ...endpoint,
  ...sampling,
  system: text.exactOptional().describe('template of the system message; default {artifact}'),
  user: text.exactOptional().describe('template of the user message; default {prompt}'),
  stop: z.array(text).exactOptional().describe('texts at which the model stops'),
  sendSeed: z.boolean().exactOptional().describe('send the seed of the task'),
})

const reflect = z.strictObject({
  model: filled.exactOptional().describe("default: the agent's"),
  ...endpoint,
  ...sampling,
  template: text
    .exactOptional()
    .describe('replaces the request for a better text; knows {artifact}, {cases} and {scoring}'),
  tag: filled.exactOptional().describe('name of the tag that the new text is expected in'),
  cases: count.exactOptional().describe('failing tasks shown at once'),
  showExpected: z.boolean().exactOptional().describe('show what would have been right; default true'),
  maxChars: count.exactOptional().describe('longest input, output and expected output shown; default 2,000'),
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
  maxSeconds: positive.exactOptional().describe('since the run began'),
  maxRollouts: count.exactOptional().describe('tasks tried by workers'),
  maxCalls: count
    .exactOptional()
    .describe('calls of both models together; default: the upper bound of the quote'),
  maxTokens: count.exactOptional().describe('of prompts and answers together'),
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
  sampleSize: count.exactOptional().describe('held-out tasks in the sample that ranks edits; default 8'),
  trials: count.exactOptional().describe('evaluations of each held-out task; default 1'),
  solvedAt: share.exactOptional().describe('reward from which a task asks for no change; default 0.999'),
  selfVerify: z.boolean().exactOptional().describe('try a task again with the proposed change; default true'),
})

const merge = z.strictObject({
  batchSize: count.exactOptional().describe('cards that make a merge due; default 2'),
  maxWaitRounds: count.exactOptional().describe('rounds after which fewer do; default 1'),
  tolerance: z
    .strictObject({ slow: whole.exactOptional(), fast: whole.exactOptional() })
    .exactOptional()
    .describe('commits that a card may be behind; default 5 slow, 1 fast'),
  commitAttempts: count.exactOptional().describe('tries for the head; default 3'),
  boundedGate: z
    .boolean()
    .exactOptional()
    .describe('stop measuring a candidate that can no longer win; default false'),
  refusedUnion: z
    .enum(['retry', 'drop'])
    .exactOptional()
    .describe('try a refused union again without one member, or drop it; default retry'),
})

export const runSpecSchema: z.ZodType<RunSpec> = z.strictObject({
  $schema: text.exactOptional().describe('for editors'),
  version: z.literal(1).exactOptional().describe('of this format'),
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
  reflect: reflect.exactOptional().describe('the model that proposes'),
  strategy: strategy.exactOptional().describe('what an edit is; default single-slot'),
  rounds: count.exactOptional().describe('default 8'),
  workers: count.exactOptional().describe('default 4, at most one per training task'),
  seed: whole.exactOptional().describe('default 0'),
  policies: policies.exactOptional().describe('one rule per slot, by name or as { name, and its settings }'),
  scheduler: z.enum(['synchronous', 'serial']).exactOptional().describe('default synchronous'),
  stop: stop.exactOptional(),
  evaluation: evaluation.exactOptional(),
  merge: merge.exactOptional(),
  cache: filled.exactOptional().describe('folder in which scores are kept for later runs'),
})

/** The format of spec files as a JSON Schema. */
export function jsonSchemaOfSpecs(): Readonly<Record<string, unknown>> {
  return { title: 'AgentDescent run spec', ...z.toJSONSchema(runSpecSchema, { io: 'input' }) }
}
