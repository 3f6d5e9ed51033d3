import {
  artifactId,
  diffId,
  type Edit,
  leaseId,
  type MergeReport,
  type Proposal,
  type ResultData,
  stateDigest,
  stateOf,
  authorId,
} from '@agentdescent/core'
import { z } from 'zod'
import { RESULT_FORMAT } from './result-format.ts'

const artifact = z.string().transform(artifactId)
const diff = z.string().transform(diffId)
const lease = z.string().transform(leaseId)
const digest = z.string().transform(stateDigest)
const worker = z.string().transform(authorId)
const count = z.number().nonnegative()
const numbers = z.record(z.string(), z.number())
const tokens = z.object({ prompt: count, completion: count })

const measurement = z.object({
  candidate: digest,
  task: z.string(),
  trial: count,
  reward: z.number(),
  metrics: numbers,
  tokens: tokens.exactOptional(),
  ms: count,
  evaluator: z.string(),
})

const figures = z.object({ probability: z.number(), threshold: z.number(), gain: z.number() })
const accepted = figures.extend({ accepted: z.literal(true) })
const refused = figures.extend({
  accepted: z.literal(false),
  reason: z.enum(['regression', 'below-threshold']),
  detail: z.string(),
})
const verdict = z.discriminatedUnion('accepted', [accepted, refused])

const counts = z.object({
  considered: count,
  survived: count,
  stale: count,
  oversized: count,
  screened: count,
  conflicts: count,
})
const merge = z.object({ artifact, counts })
const put = merge.extend({ diff, fused: z.boolean(), members: z.array(lease) })
const report = z.discriminatedUnion('outcome', [
  put.extend({ outcome: z.literal('committed'), version: count, verdict }),
  put.extend({ outcome: z.literal('below-threshold'), verdict }),
  put.extend({ outcome: z.literal('oracle-rejected'), gain: z.number(), reason: z.string() }),
  put.extend({ outcome: z.literal('cas-conflict'), attempts: count }),
  merge.extend({ outcome: z.enum(['all-stale', 'oversized', 'screened', 'unknown-artifact']) }),
])

const OUTCOMES = [
  'committed',
  'below-threshold',
  'oracle-rejected',
  'cas-conflict',
  'all-stale',
  'oversized',
  'screened',
  'unknown-artifact',
  'section-violation',
] as const

const round = z.object({
  round: count,
  reward: z.number(),
  size: count,
  version: count,
  committed: count,
  refused: count,
  outcomes: z.partialRecord(z.enum(OUTCOMES), count),
  considered: count,
  stale: count,
  conflicts: count,
  fused: count,
  rollouts: count,
  calls: count,
  elapsedMs: count,
})

const edits = z
  .array(z.tuple([z.string(), z.string().nullable()]))
  .transform((list): Map<string, Edit> => new Map(list))
const proposal = z.object({
  id: diff,
  lease,
  artifact,
  parents: z.array(digest),
  baseVersion: count,
  author: worker,
  tasks: z.array(z.string()),
  text: z.string(),
  edits,
  rationale: z.string().exactOptional(),
  verdict: z.enum([...OUTCOMES, 'pending', 'no-diff', 'forbidden-key', 'conflict-dropped', 'left-out']),
  reason: z.string(),
  numbers,
})

/** What a file holds of a merge, and of a proposal. */
export const reportSchema: z.ZodType<MergeReport> = report
export const proposalSchema: z.ZodType<Proposal> = proposal

const trial = z.object({
  candidates: count,
  ranked: z.boolean(),
  winner: z.enum(['fused', 'single', 'neither']),
  rung: z.enum(['single', 'identical', 'union', 'three-way']),
  obstacle: z
    .enum(['single-candidate', 'contradiction', 'nothing-to-fuse', 'synthesis-failed', 'refused-value'])
    .exactOptional(),
  baseline: z.number().exactOptional(),
  bestSingle: z.number().exactOptional(),
  fusedScore: z.number().exactOptional(),
})

const commit = z.object({
  commit: z.string(),
  message: z.object({
    subject: z.string(),
    body: z.string().exactOptional(),
    trailers: z.array(z.tuple([z.string(), z.string()])),
  }),
  versions: z.array(z.tuple([artifact, count])).transform((list) => new Map(list)),
  seconds: count.exactOptional(),
})

const COUNTERS = [
  'rolloutCalls',
  'selfVerifyCalls',
  'gateCalls',
  'rankCalls',
  'replayCalls',
  'proposeCalls',
  'oracleCalls',
  'providerRequests',
  'promptTokens',
  'completionTokens',
  'actorMs',
  'cacheHits',
  'cacheMisses',
  'retries',
  'failures',
  'evaluationsSkipped',
  'boundedScansCut',
  'disagreements',
  'runCalls',
  'actorCalls',
] as const

const error = z
  .object({ name: z.string(), message: z.string(), code: z.string().exactOptional() })
  .transform(({ name, message, code }) => Object.assign(new Error(message), { name, ...(code && { code }) }))

/** A result as a file holds it. */
const document = z.object({
  format: z.literal(RESULT_FORMAT),
  artifact,
  version: count,
  state: z.array(z.tuple([z.string(), z.string()])).transform(stateOf),
  rendered: z.string(),
  initialRendered: z.string(),
  initialRows: z.array(measurement),
  finalRows: z.array(measurement),
  history: z.array(round),
  reports: z.array(report),
  proposals: z.array(proposal),
  fusionTrials: z.array(trial),
  stopReason: z.enum([
    'target-reward',
    'patience',
    'rounds',
    'max-seconds',
    'max-rollouts',
    'max-calls',
    'max-tokens',
    'aborted',
    'error',
  ]),
  error: error.exactOptional(),
  warnings: z.array(z.string()),
  cost: z.record(z.enum(COUNTERS), count),
  rollouts: count,
  elapsedMs: count,
  log: z.array(commit),
  settings: z.json(),
})

/** What a file turned out to hold. */
export type ParsedResult =
  | { readonly kind: 'result'; readonly data: ResultData }
  | { readonly kind: 'other'; readonly problem: string }

/** Checks what a file holds: a field that a result has and a file lacks, or the other way, does not compile. */
export function parseResult(value: unknown): ParsedResult {
  const parsed = document.transform(({ format: _format, ...data }): ResultData => data).safeParse(value)
  return parsed.success
    ? { kind: 'result', data: parsed.data }
    : { kind: 'other', problem: z.prettifyError(parsed.error) }
}
