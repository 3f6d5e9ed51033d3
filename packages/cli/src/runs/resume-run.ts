import { dirname, join } from 'node:path'
import process from 'node:process'
import {
  composeRun,
  type JournalSummary,
  OptionError,
  readRunJournals,
  readRunSpec,
  type ReadSpec,
  type RunSetup,
  shown,
} from '@agentdescent/sdk'
import type { CommandContext } from '../command.ts'
import { agreed } from './agreed.ts'
import { type Conducted, Conductor, limited } from './conduct-run.ts'
import { refuseUnreachable } from './reachable.ts'
import { isAlive, RunFolder } from './run-folder.ts'
import type { RunRecord } from './run-record.ts'

export interface ResumeOptions {
  /** Name or folder of the run. */
  readonly run: string
  /** Calls and rounds in all, those before included; absent for those that the run was given. */
  readonly maxCalls: number | undefined
  readonly rounds: number | undefined
  /** The user has said yes to whatever it costs. */
  readonly isAgreed: boolean
  readonly failsWithoutGain: boolean
}

/**
 * Goes on with the run of a folder, under the spec it was started with. A run that had ended, and gets no higher limit, comes to
 * the result it had.
 * @throws OptionError `no-such-run`, `still-running`, `nothing-to-resume`, `not-agreed`; LedgerError `locked`
 */
export async function resumeRun(options: ResumeOptions, context: CommandContext): Promise<Conducted> {
  const folder = await RunFolder.find(options.run)
  const record = await folder.record()
  if (isAlive(record)) throw stillRunning(options.run, record)
  const journal = await newestJournal(folder, options.run)
  const setup = await composeRun(limitedTo(await specOf(folder, record), options))
  refuseUnreachable(setup)
  await agree(options, { setup, journal }, context)
  const parts = { setup, folder, record: restarted(record), isRecorded: false, options, context }
  return new Conductor(parts).conduct()
}

/** The record of a run that is under way again: what its earlier end said is over. */
function restarted({ format, name, spec, startedAt, target }: RunRecord): RunRecord {
  const known = { format, name, spec, startedAt, ...(target === undefined ? {} : { target }) }
  return { ...known, state: 'running', pid: process.pid }
}

async function newestJournal(folder: RunFolder, named: string): Promise<JournalSummary> {
  const newest = (await readRunJournals(folder.ledger)).at(-1)
  if (newest !== undefined) return newest
  throw new OptionError({
    code: 'nothing-to-resume',
    argument: 'run',
    value: shown(named),
    message: `The run ${shown(named)} ended before its first call, so there is nothing to go on with.`,
    fix: 'Start it again with agentdescent evolve.',
  })
}

/** The spec that the run was started with; what it names is looked for where it was then. */
async function specOf(folder: RunFolder, { name, spec }: RunRecord): Promise<ReadSpec> {
  const read = await readRunSpec(join(folder.path, 'spec.json'))
  return { ...read, path: spec, folder: dirname(spec), name }
}

function limitedTo(read: ReadSpec, { maxCalls, rounds }: ResumeOptions): ReadSpec {
  const given = rounds === undefined ? read : { ...read, spec: { ...read.spec, rounds } }
  return limited(given, maxCalls)
}

interface Remaining {
  readonly setup: RunSetup
  readonly journal: JournalSummary
}

/** Says what remains, and asks for a yes unless nothing can be spent. */
async function agree(
  { isAgreed, maxCalls, rounds, run }: ResumeOptions,
  { setup, journal }: Remaining,
  context: CommandContext,
): Promise<void> {
  const { calls, ended, inFlight } = journal
  const most = setup.options.stop?.maxCalls ?? setup.quote.atMost.total
  const limit = Math.max(0, most - calls)
  context.note(
    `${calls} calls are in the journal and are not made again; at most ${limit} more. Possibly billed twice: ${inFlight}.`,
  )
  const isOver = ended !== undefined && ended.stopReason !== 'error' && rounds === undefined
  if (isAgreed || maxCalls !== undefined || isOver) return
  await agreed(
    `Go on? It may take ${limit} calls.`,
    { what: 'The run', limit, command: `resume ${run}` },
    context,
  )
}

function stillRunning(named: string, { pid, startedAt }: RunRecord): OptionError {
  return new OptionError({
    code: 'still-running',
    argument: 'run',
    value: shown(named),
    message: `The run ${shown(named)} is still running: process ${pid} has it, started ${startedAt}.`,
    fix: `Wait for its end, or end it first: kill ${pid}`,
  })
}
