import { performance } from 'node:perf_hooks'
import process from 'node:process'
import {
  composeRun,
  evolve,
  type EvolutionResult,
  type GitLedgerStore,
  messageOf,
  openGitStore,
  partialResultOf,
  readRunSpec,
  type ReadSpec,
  reportOf,
  type RunEvent,
  type RunSetup,
} from '@agentdescent/sdk'
import type { CommandContext } from '../command.ts'
import { exitCodeOf, exitCodes } from '../exit-codes.ts'
import { progressLine } from '../terminal/progress-line.ts'
import { agreed } from './agreed.ts'
import { EventLog } from './event-log.ts'
import { refuseUnreachable } from './reachable.ts'
import { RunFolder } from './run-folder.ts'
import { planOf, type RunPlanData } from './run-plan.ts'
import { RECORD_FORMAT, type RunRecord } from './run-record.ts'
import { type RunSummary, summaryOf } from './run-summary.ts'
import { RunWatch } from './run-watch.ts'
import { samplesOf } from './sample.ts'

export interface ConductOptions {
  /** Path of the spec file. */
  readonly spec: string
  readonly maxCalls: number | undefined
  readonly out: string | undefined
  /** The user has said yes to whatever it costs. */
  readonly isAgreed: boolean
  /** A run that improved nothing ends with an exit code of its own. */
  readonly failsWithoutGain: boolean
}

export interface ConductContext extends CommandContext {
  /** Shows what the run will do and cost. */
  quote(plan: RunPlanData): void
}

export interface Conducted {
  readonly data: RunSummary
  readonly exitCode: number
}

/**
 * Runs a spec in a folder of its own, from the quote to the saved result. Writes nothing else.
 * @throws OptionError before anything is spent; whatever ended the run by throwing, after its partial result is saved
 */
export async function conductRun(options: ConductOptions, context: ConductContext): Promise<Conducted> {
  const read = limited(await readRunSpec(options.spec), options.maxCalls)
  const setup = await composeRun(read)
  refuseUnreachable(setup)
  context.quote(planOf(options.spec, setup))
  await agree(options, setup, context)
  const folder = await RunFolder.make(setup.name, options.out)
  const record = recordOf(setup, read)
  // The record makes the folder a run, and a run can be read and resumed.
  await folder.writeSpec(setup.spec)
  await folder.writeRecord(record)
  return new Conductor({ setup, folder, record, isRecorded: true, options, context }).conduct()
}

/** A limit on the command line stands for the spec's. */
export function limited(read: ReadSpec, maxCalls: number | undefined): ReadSpec {
  if (maxCalls === undefined) return read
  return { ...read, spec: { ...read.spec, stop: { ...read.spec.stop, maxCalls } } }
}

async function agree(
  { isAgreed, maxCalls, spec }: ConductOptions,
  { quote, options }: RunSetup,
  context: CommandContext,
): Promise<void> {
  if (isAgreed || maxCalls !== undefined) return
  const limit = options.stop?.maxCalls ?? quote.atMost.total
  const expected = Math.min(limit, quote.expected.total)
  await agreed(
    `Start? About ${expected} calls are expected, ${limit} at most.`,
    { what: 'The run', limit, command: `evolve ${spec}` },
    context,
  )
}

function recordOf({ name, target }: RunSetup, { path }: ReadSpec): RunRecord {
  return {
    format: RECORD_FORMAT,
    name,
    state: 'running',
    pid: process.pid,
    startedAt: new Date().toISOString(),
    spec: path,
    ...(target === undefined ? {} : { target: { path: target.path, hash: target.hash } }),
  }
}

export interface ConductorParts {
  readonly setup: RunSetup
  readonly folder: RunFolder
  /** What the folder says of the run while this process has it. */
  readonly record: RunRecord
  /** The folder says so already; otherwise it does once the run is this process's, and until then another may have it. */
  readonly isRecorded: boolean
  readonly options: Pick<ConductOptions, 'failsWithoutGain'>
  readonly context: CommandContext
}

/** One run under way: watched, recorded, and saved however it ends. */
export class Conductor {
  readonly #parts: ConductorParts
  readonly #watch: RunWatch
  #recorded: Promise<void> | undefined
  #ledger: GitLedgerStore | undefined

  constructor(parts: ConductorParts) {
    this.#parts = parts
    if (parts.isRecorded) this.#recorded = Promise.resolve()
    this.#watch = new RunWatch(parts.setup, () => performance.now())
  }

  async conduct(): Promise<Conducted> {
    const { context, folder } = this.#parts
    const timer = setInterval(() => context.progress(progressLine(this.#watch.progress())), 250)
    const events = new EventLog(folder, () => this.#isOurs())
    try {
      const result = await this.#evolve(events)
      if (result.error !== undefined && !this.#isOurs()) throw result.error
      const conducted = await this.#save(result)
      await events.close()
      return conducted
    } catch (error) {
      // What ended the run is told, also where the folder cannot take it.
      await this.#saveFailed(error).catch(() => undefined)
      await events.close().catch(() => undefined)
      throw error
    } finally {
      clearInterval(timer)
      context.progress(undefined)
    }
  }

  async #saveFailed(error: unknown): Promise<void> {
    if (!this.#isOurs()) return
    const partial = partialResultOf(error)
    if (partial !== undefined) await this.#save(partial, error)
    else await this.#close('failed', error)
  }

  /** Once another process has gone on with the run, the folder is that one's alone. */
  #isOurs(): boolean {
    return this.#ledger?.ownsRuns() ?? true
  }

  async #evolve(events: EventLog): Promise<EvolutionResult> {
    const { context, folder, setup } = this.#parts
    const ledger = await openGitStore(folder.ledger)
    this.#ledger = ledger
    const agent = this.#watch.agent()
    try {
      return await evolve({
        ...setup.options,
        ...(agent === undefined ? {} : { agent }),
        ledger,
        signal: context.signal,
        onEvent: (event) => {
          this.#record()
          this.#watch.observe(event)
          events.add(event)
          if (event.type === 'warning') context.note(`warning: ${event.message}`)
          if (event.type === 'resumed') context.note(resumedNote(event))
        },
      })
    } finally {
      await ledger.close()
    }
  }

  async #save(result: EvolutionResult, thrown?: unknown): Promise<Conducted> {
    const { context, folder, options, setup } = this.#parts
    const samples = samplesOf(result, setup.options.tasks, this.#watch.outputs)
    await folder.writeResult(result, samples, reportOf(result))
    const error = thrown ?? result.error
    const state = error !== undefined ? 'failed' : context.signal.aborted ? 'interrupted' : 'done'
    await this.#close(state, error)
    const data = summaryOf(result, {
      run: folder.name,
      folder: folder.path,
      name: setup.name,
      state,
      // A resumed run has made calls that this process never saw.
      calls: { agent: result.cost.runCalls, reflector: result.cost.proposeCalls },
      timeouts: setup.timeouts(),
    })
    return { data, exitCode: exitCodeFor(data, error, options) }
  }

  /** Records the run as this process's, which it is from its first event on. A failure is thrown when the run is closed. */
  #record(): void {
    const { folder, record } = this.#parts
    if (this.#recorded !== undefined || !this.#isOurs()) return
    this.#recorded = folder.writeRecord(record)
    this.#recorded.catch(() => undefined)
  }

  /** A run that never was this process's keeps the record that it has. */
  async #close(state: RunRecord['state'], error: unknown): Promise<void> {
    const { folder, record, setup } = this.#parts
    if (this.#recorded === undefined) return
    await this.#recorded
    const ending = error === undefined ? {} : { error: messageOf(error) }
    const finishedAt = new Date().toISOString()
    await folder.writeRecord({ ...record, state, finishedAt, timeouts: setup.timeouts(), ...ending })
  }
}

function resumedNote({ inFlight }: Extract<RunEvent, { readonly type: 'resumed' }>): string {
  return `Resumed. Calls under way when the run was interrupted, possibly billed twice: ${inFlight}.`
}

function exitCodeFor(
  { gain, judged, stopReason }: RunSummary,
  error: unknown,
  { failsWithoutGain }: Pick<ConductOptions, 'failsWithoutGain'>,
): number {
  if (error !== undefined) return exitCodeOf(error)
  if (stopReason.startsWith('max-') && judged === 0) return exitCodes.budget
  return failsWithoutGain && (gain ?? 0) <= 0 ? exitCodes.noGain : exitCodes.done
}
