import type { AdaptiveTrustRegionOptions } from '../governance/adaptive-trust-region.ts'
import type { TrustRegionLimits } from '../governance/fixed-trust-region.ts'
import type { Limits } from '../runtime/budget.ts'
import type { EarlyStopOptions } from '../schedulers/stop-rules.ts'
import type {
  ArtifactOptions,
  EvaluationOptions,
  EvolveOptions,
  ExecutionOptions,
  MergeOptions,
  TrustRegionOptions,
} from './options.ts'

/** Names every option of a type: one that is missing here, or too much, does not compile. */
type NamesOf<Options> = Readonly<Record<keyof Options, true>>

const everyday: NamesOf<EvolveOptions> = {
  tasks: true,
  reward: true,
  agent: true,
  run: true,
  propose: true,
  strategy: true,
  rounds: true,
  workers: true,
  seed: true,
  artifact: true,
  policies: true,
  scheduler: true,
  stop: true,
  evaluation: true,
  merge: true,
  execution: true,
  ledger: true,
  journals: true,
  clock: true,
  signal: true,
  onEvent: true,
}

const artifact: NamesOf<ArtifactOptions> = {
  id: true,
  initial: true,
  blastRadius: true,
  editable: true,
  frozen: true,
}

const stop: NamesOf<Limits & EarlyStopOptions> = {
  targetReward: true,
  patience: true,
  maxSeconds: true,
  maxRollouts: true,
  maxCalls: true,
  maxTokens: true,
}

const evaluation: NamesOf<EvaluationOptions> = {
  heldOutFraction: true,
  shuffle: true,
  concurrency: true,
  sampleSize: true,
  trials: true,
  oracle: true,
  oracleCalls: true,
  solvedAt: true,
  selfVerify: true,
  evaluator: true,
  cache: true,
}

const merge: NamesOf<MergeOptions> = {
  batchSize: true,
  maxWaitRounds: true,
  tolerance: true,
  trustRegion: true,
  commitAttempts: true,
  commitBackoffMs: true,
  boundedGate: true,
  refusedUnion: true,
  reapply: true,
  offload: true,
}

const execution: NamesOf<ExecutionOptions> = { partition: true, maxWorkerErrors: true }
const tolerance: NamesOf<NonNullable<MergeOptions['tolerance']>> = { slow: true, fast: true }
const trustRegion: NamesOf<TrustRegionOptions> = { maxEdits: true, maxCharacters: true, adaptive: true }
const limits: NamesOf<TrustRegionLimits> = { maxEdits: true, maxCharacters: true }

const adaptive: NamesOf<Omit<AdaptiveTrustRegionOptions, 'initial'>> = {
  minimum: true,
  maximum: true,
  window: true,
  widen: true,
  tighten: true,
  widenAt: true,
}

/** The options of each group, by the group's path; '' is the outermost. */
export const OPTION_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    '': everyday,
    artifact,
    stop,
    evaluation,
    merge,
    execution,
    'merge.tolerance': tolerance,
    'merge.trustRegion': trustRegion,
    'merge.trustRegion.adaptive': adaptive,
    'merge.trustRegion.adaptive.minimum': limits,
    'merge.trustRegion.adaptive.maximum': limits,
  }).map(([path, names]) => [path, Object.keys(names)]),
)
