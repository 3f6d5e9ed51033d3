import { openRun, type OpenedRun } from '../journal/open-run.ts'
import { Ledger } from '../ledger/ledger.ts'
import { rebuildFromHistory } from '../ledger/rebuild-from-history.ts'
import { relearn } from '../merge/learners.ts'
import type { Artifact } from '../model/artifact.ts'
import { LedgerError, messageOf, PolicyError } from '../model/errors.ts'
import type { RoundReport } from '../model/report.ts'
import type { Task } from '../model/task.ts'
import { stateDigestOf } from '../runtime/state-digest.ts'
import type { Ending, Engine } from '../schedulers/scheduler.ts'
import { assemble, type Assembly, runOf } from './assemble.ts'
import type { EvolveOptions } from './options.ts'
import { keepPartialResult } from './partial-result.ts'
import { Recorder } from './recorder.ts'
import { limitBehind } from './raised-limits.ts'
import { type RunPlan, resolveOptions } from './resolve-options.ts'
import type { EvolutionResult } from './evolution-result.ts'
import { evolutionResult } from './result.ts'
import { fingerprintsOf, limitsOf, widthOf } from './run-fingerprints.ts'
import { settingsOf } from './settings.ts'

const LOG_LENGTH = 40

/** How long a run that finds another just beginning waits before it looks again, in milliseconds. */
const PAUSE_MS = 25

/** Steps of earlier runs that a run learns from, the newest. */
const MOST_STEPS = 1_000

/**
 * Evolves an artifact against tasks: workers try tasks and propose changes, one merge per round turns them into the next version.
 *
 * Returns a result for every end that is not the caller's mistake: `stopReason` says why, `error` what was given up.
 * @throws OptionError, GovernanceError before the first rollout; ContractError when the caller's code breaks its contract, after
 * which `partialResultOf(error)` holds what was reached.
 */
export async function evolve<T extends Task, Output = string>(
  options: EvolveOptions<T, Output>,
): Promise<EvolutionResult> {
  const plan = resolveOptions(options)
  const recorder = new Recorder(options.onEvent)
  const signal = options.signal ?? NEVER
  const opened = await openedRun(plan, signal)
  const assembly = assemble(plan, { recorder, signal, ...(opened && { opened }) })
  const run = new EvolutionRun(plan, assembly, recorder)
  return run.play(signal, opened)
}

/** Takes up the run that the ledger holds, or begins one; undefined for a run that keeps no journal. */
async function openedRun<T extends Task, Output>(
  plan: RunPlan<T, Output>,
  signal: AbortSignal,
): Promise<OpenedRun | undefined> {
  if (plan.journals === undefined) return undefined
  return openRun(plan.journals, {
    artifact: plan.artifact.id,
    run: runOf(plan),
    fingerprints: fingerprintsOf(plan),
    limits: limitsOf(plan),
    width: widthOf(plan),
    head: async () => (await plan.ledger.read('dev')).commit,
    pause: () => plan.clock.sleep(PAUSE_MS, signal),
  })
}

const NEVER: AbortSignal = new AbortController().signal

/** One run from its first event to its result. */
class EvolutionRun<T extends Task, Output> {
  readonly #plan: RunPlan<T, Output>
  readonly #engine: Engine
  readonly #assembly: Assembly
  readonly #recorder: Recorder
  readonly #history: RoundReport[] = []
  /** The ledger as it is: what a result shows is no part of the run's journal. */
  readonly #ledger: Ledger
  #seed: Artifact

  constructor(plan: RunPlan<T, Output>, assembly: Assembly, recorder: Recorder) {
    this.#plan = plan
    this.#assembly = assembly
    this.#engine = assembly.engine
    this.#recorder = recorder
    this.#ledger = new Ledger(plan.ledger)
    const { id, blastRadius, initial } = plan.artifact
    const state = initial ?? plan.strategy.initial()
    const { rendering } = plan.strategy
    const facts = { version: 1, contract: { major: 1 }, blastRadius }
    this.#seed = rendering === undefined ? { id, state, ...facts } : { id, state, ...facts, rendering }
  }

  async play(signal: AbortSignal, opened: OpenedRun | undefined): Promise<EvolutionResult> {
    try {
      const ending = await this.#played(signal, opened)
      return await this.#finish(ending)
    } catch (error) {
      if (!(error instanceof LedgerError || error instanceof PolicyError)) {
        const partial = await this.#finish({ stopReason: 'error', error })
        throw keepPartialResult(error, partial)
      }
      return this.#finish({ stopReason: 'error', error })
    }
  }

  /** Returns how the run ended; its journal is closed then. */
  async #played(signal: AbortSignal, opened: OpenedRun | undefined): Promise<Ending> {
    try {
      await this.#open(opened)
      const ending = await this.#rounds(signal)
      await this.#engine.conclude(ending, this.#history.length)
      this.#tellFinished(ending)
      await opened?.journal.close()
      return ending
    } catch (error) {
      // What ended the run is told, and not what that did to its journal.
      await opened?.journal.close().catch(() => undefined)
      throw error
    }
  }

  /** Registers the artifact, or takes up the one that the ledger holds. */
  async #open(opened: OpenedRun | undefined): Promise<void> {
    const { ledger, observe, run, artifact } = this.#engine
    const { training, heldOut, warning } = this.#plan.tasks
    await ledger.register(this.#seed)
    const head = await ledger.get(artifact)
    const isKnown = stateDigestOf(head.state) !== stateDigestOf(this.#seed.state)
    this.#seed = head
    const unread = await this.#learnFromPast()
    const ids = (tasks: readonly Task[]): readonly string[] => tasks.map(({ id }) => id)
    observe({
      type: 'run-start',
      run,
      artifact,
      version: head.version,
      training: ids(training),
      heldOut: ids(heldOut),
    })
    this.#tellResumed(opened)
    for (const message of unread) this.#warn('past-not-read', message)
    if (warning !== undefined) observe({ type: 'warning', code: 'small-held-out', message: warning })
    const isResumed = opened !== undefined && opened.owners > 0
    if (isKnown && !isResumed && this.#plan.artifact.initial !== undefined)
      observe({
        type: 'warning',
        code: 'initial-ignored',
        message: `The ledger holds artifact "${artifact}" at version ${head.version}; artifact.initial is ignored.`,
      })
  }

  /** Takes on what earlier runs on the ledger have learnt; returns a sentence for each part of it that could not be. */
  async #learnFromPast(): Promise<readonly string[]> {
    const steps = await this.#engine.ledger.records(MOST_STEPS)
    const { learnt, textsByTask } = rebuildFromHistory({ commits: [], steps })
    this.#recorder.remember(textsByTask)
    return relearn(this.#assembly.merging, learnt)
  }

  #tellResumed(opened: OpenedRun | undefined): void {
    if (opened?.notice !== undefined) this.#warn('new-candidate', opened.notice)
    if (opened === undefined || opened.owners === 0) return
    const { observe, run } = this.#engine
    const inFlight = this.#assembly.chronicle?.inFlight ?? 0
    observe({ type: 'resumed', run, owners: opened.owners, inFlight })
  }

  /** A run that had ended and got no higher limit says so. */
  #tellFinished({ stopReason }: Ending): void {
    const { chronicle } = this.#assembly
    if (chronicle === undefined || chronicle.hasAppended) return
    const message = `The run had ended before (${stopReason}), so nothing was done. Raise ${limitBehind(stopReason)} to go on.`
    this.#warn('already-finished', message)
  }

  #warn(code: string, message: string): void {
    this.#engine.observe({ type: 'warning', code, message })
  }

  async #rounds(signal: AbortSignal): Promise<Ending> {
    const rounds = this.#plan.scheduler.run(this.#engine, signal)
    for (;;) {
      const next = await rounds.next()
      if (next.done === true) return next.value
      this.#history.push(next.value)
    }
  }

  async #finish({ stopReason, error }: Ending): Promise<EvolutionResult> {
    const { strategy } = this.#plan
    const { engine, matrix, meter, startMs } = this.#assembly
    const [seed, last] = [this.#seed, await this.#head()]
    engine.observe({
      type: 'run-end',
      stopReason,
      ...(error === undefined ? {} : { error: messageOf(error) }),
    })
    return evolutionResult({
      artifact: last.id,
      version: last.version,
      state: last.state,
      stopReason,
      rendered: strategy.render(last.state),
      initialRendered: strategy.render(seed.state),
      initialRows: matrix.rowsOf(seed.state),
      finalRows: matrix.rowsOf(last.state),
      history: this.#history,
      reports: this.#recorder.reports,
      proposals: this.#recorder.proposals(),
      fusionTrials: this.#recorder.fusionTrials,
      ...(error === undefined ? {} : { error }),
      warnings: this.#recorder.warnings,
      cost: meter.snapshot(),
      rollouts: this.#recorder.rollouts,
      elapsedMs: engine.clock.now() - startMs,
      log: await logOf(this.#ledger),
      settings: settingsOf(this.#plan),
    })
  }

  /** A head that cannot be read must not lose the result: the last one seen stands for it. */
  async #head(): Promise<Artifact> {
    const { artifact, ledger } = this.#engine
    try {
      return await this.#ledger.get(artifact)
    } catch (error) {
      if (error instanceof LedgerError) return ledger.lastSeen(artifact) ?? this.#seed
      throw error
    }
  }
}

/** A log that cannot be read must not lose the result. */
async function logOf(ledger: Ledger): ReturnType<Ledger['log']> {
  try {
    return await ledger.log('dev', LOG_LENGTH)
  } catch (error) {
    if (error instanceof LedgerError) return []
    throw error
  }
}
