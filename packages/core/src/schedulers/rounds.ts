import { isTerminal, isTransient, LedgerError, LimitError } from '../model/errors.ts'
import { meanReward } from '../model/measurement.ts'
import type { MergeReport, RoundReport, StopReason } from '../model/report.ts'
import { Assignments } from './assignments.ts'
import { DeadRounds } from './dead-rounds.ts'
import { RollingSteps } from './round-steps.ts'
import { roundReport } from './round-report.ts'
import type { RoundPlan } from './round-plan.ts'
import type { Ending, Engine } from './scheduler.ts'
import { StallGuard } from './stall-guard.ts'
import { EarlyStop, stopReasonOf } from './stop-rules.ts'

/** What one round came to. */
type Played =
  | { readonly kind: 'played'; readonly report: RoundReport; readonly limit?: StopReason }
  /** Nothing to show: the ledger or every rollout failed. */
  | { readonly kind: 'dead'; readonly error: unknown; readonly fatal: boolean }
  | { readonly kind: 'limit'; readonly reason: StopReason }

/**
 * Plays rounds with a barrier until the plan, a limit or a stop rule ends them: all steps, one merge, one measurement of the head.
 * Throws only a broken contract of the caller's code.
 */
export async function* playRounds(
  engine: Engine,
  plan: RoundPlan,
  signal: AbortSignal,
): AsyncGenerator<RoundReport, Ending> {
  const steps = new RollingSteps(engine, plan.concurrency ?? engine.workers)
  const assignments = new Assignments(engine, plan.refreshInterval)
  const earlyStop = new EarlyStop(() => engine.limits())
  const stall = new StallGuard()
  for (let next = 0; ; ) {
    const dead = new DeadRounds(engine)
    const parts = { engine, assignments, steps, dead, earlyStop, stall, signal }
    const leg = yield* playOn(parts, next, () => engine.limits().rounds ?? plan.rounds)
    const ending = await dead.end(leg.ending, steps.anySuccess)
    // Rounds that an error took are tried again when the run is resumed.
    const played = leg.next - (ending.stopReason === 'error' ? dead.inRow : 0)
    if (!(await engine.conclude(ending, played))) return ending
    next = played
    steps.forgive()
    dead.forgive()
  }
}

/** Rounds without a break, and the number of the one that would be next. */
interface Leg {
  readonly ending: Ending
  readonly next: number
}

async function* playOn(parts: Parts, first: number, rounds: () => number): AsyncGenerator<RoundReport, Leg> {
  const { engine, assignments, steps, dead, earlyStop, stall, signal } = parts
  for (let round = first; round < rounds(); round++) {
    if (signal.aborted) return { ending: { stopReason: 'aborted' }, next: round }
    const played = await playRound(round, parts)
    if (signal.aborted && played.kind !== 'played') return { ending: { stopReason: 'aborted' }, next: round }
    if (played.kind === 'limit') return { ending: { stopReason: played.reason }, next: round }
    if (played.kind === 'dead') {
      const { error, fatal } = played
      if (dead.observe({ round, error, mayEndRun: fatal || !steps.anySuccess }))
        return { ending: { stopReason: 'error', error }, next: round + 1 }
      continue
    }
    dead.over()
    yield played.report
    const { committed, considered } = played.report
    if (considered > 0 && stall.observe(committed > 0)) {
      assignments.refreshAll()
      engine.observe({ type: 'forced-refresh', round })
    }
    const stopReason = earlyStop.observe(played.report.reward) ?? played.limit
    if (stopReason !== undefined) return { ending: { stopReason }, next: round + 1 }
  }
  return { ending: { stopReason: 'rounds' }, next: Math.max(first, rounds()) }
}

interface Parts {
  readonly engine: Engine
  readonly assignments: Assignments
  readonly steps: RollingSteps
  readonly dead: DeadRounds
  readonly earlyStop: EarlyStop
  readonly stall: StallGuard
  readonly signal: AbortSignal
}

async function playRound(round: number, parts: Parts): Promise<Played> {
  try {
    return await attemptRound(round, parts)
  } catch (error) {
    if (error instanceof LimitError) return { kind: 'limit', reason: stopReasonOf(error) }
    if (error instanceof LedgerError) return { kind: 'dead', error, fatal: true }
    if (isTransient(error) || parts.signal.aborted) return { kind: 'dead', error, fatal: isTerminal(error) }
    throw error
  }
}

async function attemptRound(round: number, { engine, assignments, steps, signal }: Parts): Promise<Played> {
  const head = await engine.ledger.snapshot()
  engine.observe({ type: 'round-start', round, version: head.version.get(engine.artifact) ?? 0 })
  const taken = await steps.take(assignments.deal(round, head), signal)
  if (taken.limit !== undefined && taken.started === 0) return { kind: 'limit', reason: taken.limit }
  if (taken.started > 0 && taken.scored === 0)
    return { kind: 'dead', error: taken.error, fatal: isTerminal(taken.error) }
  const reports = await engine.aggregator.step()
  const report = await measured(round, reports, engine)
  return { kind: 'played', report, ...(taken.limit === undefined ? {} : { limit: taken.limit }) }
}

/** Measures the head and writes the round's line of the learning curve. */
async function measured(
  round: number,
  reports: readonly MergeReport[],
  engine: Engine,
): Promise<RoundReport> {
  const artifact = await engine.ledger.get(engine.artifact)
  const reward = meanReward(await engine.verifier.measure(artifact.state))
  const report = roundReport({ round, reward, artifact, reports, ...engine.progress() })
  engine.observe({ type: 'round-end', round: report })
  return report
}
