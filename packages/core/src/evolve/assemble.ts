import { EvidenceMatrix, recorded } from '../evaluation/evidence-matrix.ts'
import { HeldOutScorer } from '../evaluation/held-out-scorer.ts'
import { heldOutVerifier } from '../evaluation/held-out-verifier.ts'
import { MemoryScoreCache } from '../evaluation/memory-score-cache.ts'
import type { Verifier } from '../evaluation/verifier.ts'
import type { Actor } from '../execution/actor.ts'
import { inProcess } from '../execution/in-process.ts'
import { permissions } from '../governance/permissions.ts'
import { trustAudit, type TrustAuditOptions } from '../governance/trust-audit.ts'
import { Chronicle } from '../journal/chronicle.ts'
import type { OpenedRun } from '../journal/open-run.ts'
import { Ledger } from '../ledger/ledger.ts'
import { bucketAggregator } from '../merge/aggregator.ts'
import type { MergeContext } from '../merge/context.ts'
import { Intake } from '../merge/intake.ts'
import { SettledRing } from '../merge/settled-ring.ts'
import { sameBy } from '../model/diff.ts'
import { messageOf } from '../model/errors.ts'
import type { RunEvent } from '../model/event.ts'
import { runId, type RunId } from '../model/ids.ts'
import type { Task } from '../model/task.ts'
import { checkedPartition } from '../partition/checked-partition.ts'
import { checkedPolicies } from '../policies/checked-policies.ts'
import { abortable } from '../runtime/abortable.ts'
import { Budget } from '../runtime/budget.ts'
import type { Clock } from '../runtime/clock.ts'
import { Meter } from '../runtime/meter.ts'
import { Random } from '../runtime/random.ts'
import { stableId } from '../runtime/stable-hash.ts'
import { stateDigestOf } from '../runtime/state-digest.ts'
import { textMerger } from '../runtime/text-merger.ts'
import type { Engine } from '../schedulers/scheduler.ts'
import type { WorkerContext } from '../worker/assignment.ts'
import { actorOf, type ActorParts, countUsage } from './actor.ts'
import { chronicledPlan } from './chronicled-plan.ts'
import { conclusion } from './conclusion.ts'
import type { Recorder } from './recorder.ts'
import { trustRegionOf } from './resolve-governance.ts'
import type { RunPlan } from './resolve-options.ts'
import { limitsOf } from './run-fingerprints.ts'

/** A run that is ready to start. */
export interface Assembly {
  /** What the run's merges work with. */
  readonly merging: MergeContext
  readonly engine: Engine
  readonly meter: Meter
  readonly matrix: EvidenceMatrix
  readonly startMs: number
  /** Absent for a run that keeps no journal. */
  readonly chronicle?: Chronicle
}

/** What a run has besides its plan. */
export interface RunParts {
  readonly recorder: Recorder
  readonly signal: AbortSignal
  /** Absent for a run that keeps no journal. */
  readonly opened?: OpenedRun
}

/** Builds the engine of a run: the only place that knows which part meets which. */
export function assemble<T extends Task, Output>(
  given: RunPlan<T, Output>,
  { recorder, signal, opened }: RunParts,
): Assembly {
  const run = opened === undefined ? runOf(given) : runId(opened.run)
  const chronicle = opened && new Chronicle({ journal: opened.journal, clock: given.clock, signal })
  const plan = chronicle === undefined ? given : chronicledPlan(given, chronicle)
  const { clock, strategy, evaluation } = plan
  const policies = checkedPolicies(plan.policies, signal)
  const startMs = clock.now()
  const meter = new Meter()
  const budget = new Budget(plan.stop, clock)
  const limits = limitsUnder(plan, { chronicle, meter, budget })
  const actor = actorFor(plan, { meter, budget, ...(chronicle && { chronicle }) })
  const matrix = new EvidenceMatrix()
  const cells = plan.tasks.heldOut.length * evaluation.trials
  const verifier = recorded(verifierOf(plan, { actor, meter, budget, signal }), matrix, cells)
  const ledger = new Ledger(plan.ledger)
  const observe = (event: RunEvent): void => {
    chronicle?.event(event)
    recorder.observe(event)
  }
  const worker: WorkerContext = {
    strategy,
    observe,
    meter,
    digest: stateDigestOf,
    proposal: policies.proposal,
    permissions: permissions(plan.artifact.permissions),
    solvedAt: evaluation.solvedAt,
    selfVerify: evaluation.selfVerify,
    executor: inProcess(actor, clock),
    history: (task) => recorder.history(task),
  }
  const costly = { run, ledger, meter, verifier, recorder, signal, observe }
  const merging = mergeContextOf({ ...plan, policies }, costly)
  const { batchSize: batchTrigger, maxWaitRounds } = plan.merge
  const aggregator = bucketAggregator(merging, new Intake({ batchTrigger, maxWaitRounds }))
  const engine: Engine = {
    ledger,
    verifier,
    worker,
    budget,
    clock,
    observe,
    run,
    artifact: plan.artifact.id,
    measurementCalls: cells,
    aggregator,
    taskSampling: policies.taskSampling,
    partition: checkedPartition(plan.execution.partition),
    tasks: plan.tasks.training,
    workers: plan.workers,
    limits,
    maxWorkerErrors: plan.execution.maxWorkerErrors,
    conclude: conclusion({ ledger, aggregator, observe, signal, chronicle }),
    progress: progressOf({ recorder, meter, clock }),
  }
  return { engine, merging, meter, matrix, startMs, ...(chronicle && { chronicle }) }
}

function actorFor<T extends Task, Output>(
  plan: RunPlan<T, Output>,
  costs: Pick<ActorParts<T, Output>, 'budget' | 'chronicle' | 'meter'>,
): Actor {
  const tasks = [...plan.tasks.training, ...plan.tasks.heldOut]
  return actorOf({ ...plan, tasks, evaluator: plan.evaluation.evaluator, ...costs })
}

interface Followed {
  readonly recorder: Recorder
  readonly meter: Meter
  readonly clock: Clock
}

function progressOf({ recorder, meter, clock }: Followed): Engine['progress'] {
  const startMs = clock.now()
  return () => ({
    rollouts: recorder.rollouts,
    calls: meter.snapshot().actorCalls,
    elapsedMs: clock.now() - startMs,
  })
}

interface Limited {
  readonly chronicle: Chronicle | undefined
  readonly meter: Meter
  readonly budget: Budget
}

/** Lets the run's past take effect on what it has cost and when it is to end; returns when that is. */
function limitsUnder<T extends Task, Output>(
  plan: RunPlan<T, Output>,
  { chronicle, meter, budget }: Limited,
): Engine['limits'] {
  let limits = limitsOf(plan)
  if (chronicle === undefined) return () => limits
  chronicle.begin({
    count: (usage) => countUsage(usage, { meter, budget }),
    limit(next) {
      limits = next
      budget.limit(next)
    },
  })
  budget.witness((name, found) => chronicle.refusal(name, found))
  return () => limits
}

interface Costs {
  readonly actor: Actor
  readonly meter: Meter
  readonly budget: Budget
  readonly signal: AbortSignal
}

function verifierOf<T extends Task, Output>(
  { clock, evaluation, seed, strategy, tasks }: RunPlan<T, Output>,
  { actor, meter, budget, signal }: Costs,
): Verifier {
  const { cache = new MemoryScoreCache(), concurrency, sampleSize, trials } = evaluation
  // Admitted evaluations are about to be made: they are counted at once, so that nothing else takes their room.
  const admit = (calls: number): void => {
    const demand = { rollouts: 0, calls }
    budget.reserve(demand).release(demand)
  }
  return heldOutVerifier({
    scorer: new HeldOutScorer({ actor, cache, clock, meter, signal, concurrency, admit }),
    heldOut: tasks.heldOut,
    render: (state) => strategy.render(state),
    random: Random.seeded(seed).fork('samples'),
    sampleSize,
    trials,
  })
}

interface Merging {
  readonly run: RunId
  readonly meter: Meter
  readonly ledger: Ledger
  readonly verifier: Verifier
  readonly recorder: Recorder
  readonly signal: AbortSignal
  observe(event: RunEvent): void
}

function mergeContextOf<T extends Task, Output>(
  { artifact, clock, evaluation, merge, policies, seed, strategy }: RunPlan<T, Output>,
  { run, ledger, meter, verifier, recorder, signal, observe }: Merging,
): MergeContext {
  const settled = new SettledRing()
  const canonical = (key: string, value: string): string => strategy.canonical?.(key, value) ?? value
  return {
    run,
    ledger,
    policies,
    verifier,
    clock,
    settings: merge.settings,
    audit: trustAudit(oracleOf({ evaluation, strategy }, { meter, recorder, signal })),
    permissions: permissions(artifact.permissions),
    trustRegion: trustRegionOf(merge.trustRegion),
    random: Random.seeded(seed).fork('commit'),
    same: sameBy(canonical),
    texts: textMerger({
      isProse: (key) => strategy.isProse?.(key) ?? false,
      canonical,
      ...(merge.offload && { offload: merge.offload }),
    }),
    digest: stateDigestOf,
    observe,
    recordFusion: (trial) => void recorder.fusionTrials.push(trial),
    takeConcluded: () => recorder.takeConcluded(),
    settle: (cards) => {
      for (const card of cards) settled.add(card)
    },
  }
}

/** Returns the caller's oracle as the audit asks it: of states, counted, its failures told as warnings. */
function oracleOf<T extends Task, Output>(
  { evaluation: { oracle, oracleCalls }, strategy }: Pick<RunPlan<T, Output>, 'evaluation' | 'strategy'>,
  { meter, recorder, signal }: Pick<Merging, 'meter' | 'recorder' | 'signal'>,
): TrustAuditOptions {
  if (oracle === undefined) return {}
  return {
    oracleCalls,
    oracle: async (state) => {
      meter.add('oracleCalls')
      return abortable(oracle(strategy.render(state)), signal)
    },
    onOracleFailure: (error) => {
      signal.throwIfAborted()
      meter.add('failures')
      const message = `The oracle failed, so the held-out rows decide: ${messageOf(error)}`
      recorder.observe({ type: 'warning', code: 'oracle-failed', message })
    },
  }
}

/** Returns the run's name: the same tasks, artifact and seed are the same run. */
export function runOf<T extends Task, Output>({ artifact, seed, tasks }: RunPlan<T, Output>): RunId {
  const ids = [...tasks.training, ...tasks.heldOut].map(({ id }) => id)
  return runId(stableId(['run', artifact.id, String(seed), ...ids]))
}
