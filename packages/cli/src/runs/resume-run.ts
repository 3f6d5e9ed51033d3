import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import {
  composeRun,
  type JournalSummary,
  MemoryStore,
  OptionError,
  previewResume,
  readRunJournals,
  readRunSpec,
  type ReadSpec,
  type RunSetup,
  shown,
  systemClock,
} from '@agentdescent/sdk'
import type { CommandContext } from '../command.ts'
import { agreed } from './agreed.ts'
import { type Conducted, Conductor, limited } from './conduct-run.ts'
import { refuseUnreachable } from './reachable.ts'
import { RunFolder } from './run-folder.ts'
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
 * @throws OptionError `no-such-run`, `still-running`, `nothing-to-resume`, `moved-away`, `changed-run`, `not-agreed`; LedgerError `locked`
 */
export async function resumeRun(options: ResumeOptions, context: CommandContext): Promise<Conducted> {
  const folder = await RunFolder.find(options.run)
  const record = await folder.record()
  if (folder.isRunning(record)) throw stillRunning(options.run, record)
  const journals = await journalsOf(folder, options.run)
  const setup = await composed(folder, record, options)
  refuseUnreachable(setup)
  await agree(options, { setup, journals }, context)
  const parts = { setup, folder, record: restarted(record), isRecorded: false, options, context }
  return new Conductor(parts).conduct()
}

/** The record of a run that is under way again: what its earlier end said is over. */
function restarted({ format, name, spec, startedAt, target }: RunRecord): RunRecord {
  const known = { format, name, spec, startedAt, ...(target === undefined ? {} : { target }) }
  return { ...known, state: 'running', pid: process.pid }
}

async function journalsOf(folder: RunFolder, named: string): Promise<readonly JournalSummary[]> {
  const journals = await readRunJournals(folder.ledger)
  if (journals.length > 0) return journals
  throw new OptionError({
    code: 'nothing-to-resume',
    argument: 'run',
    value: shown(named),
    message: `The run ${shown(named)} ended before its first call, or its journal is gone: there is none in ${folder.ledger}.`,
    fix: 'Restore the ledger from a copy, or start the run again with agentdescent evolve.',
  })
}

/** Reads the spec that the run was started with; what it names is looked for where it was then. */
async function composed(folder: RunFolder, record: RunRecord, options: ResumeOptions): Promise<RunSetup> {
  const { name, spec: path } = record
  const project = dirname(path)
  const read = await readRunSpec(join(folder.path, 'spec.json'))
  try {
    return await composeRun(limitedTo({ ...read, path, folder: project, name }, options))
  } catch (error) {
    throw existsSync(project) ? error : movedAway(folder, project)
  }
}

function limitedTo(read: ReadSpec, { maxCalls, rounds }: ResumeOptions): ReadSpec {
  const given = rounds === undefined ? read : { ...read, spec: { ...read.spec, rounds } }
  return limited(given, maxCalls)
}

interface Remaining {
  readonly setup: RunSetup
  readonly journals: readonly JournalSummary[]
}

/** Says what remains, and asks for a yes unless nothing can be spent. */
async function agree(
  { isAgreed, maxCalls, run }: ResumeOptions,
  { setup, journals }: Remaining,
  context: CommandContext,
): Promise<void> {
  const preview = previewResume({ ...setup.options, ledger: new MemoryStore(), clock: systemClock }, journals)
  const most = setup.options.stop?.maxCalls ?? setup.quote.atMost.total
  if (preview.outcome === 'continue' && preview.isOver) return
  const isNew = preview.outcome === 'begin'
  const limit = isNew ? most : Math.max(0, most - preview.journal.calls)
  context.note(isNew ? newRunNote(preview.notice, limit) : goesOnNote(preview.journal, most))
  if (isAgreed || maxCalls !== undefined) return
  await agreed(
    `${isNew ? 'Start the new run' : 'Go on'}? It may take ${limit} calls.`,
    { what: isNew ? 'The new run' : 'The run', limit, command: `resume ${run}` },
    context,
  )
}

function newRunNote(notice: string | undefined, limit: number): string {
  return `${notice ?? 'A new run starts.'} It makes its own calls, at most ${limit}.`
}

function goesOnNote({ calls, inFlight, limits }: JournalSummary, most: number): string {
  const known = `${calls} calls are in the journal and are not made again; at most ${Math.max(0, most - calls)} more.`
  // What had room under the old limit has begun, and is no use unfinished.
  const isLower = most < (limits.maxCalls ?? Infinity)
  const begun = isLower ? ' Steps that had begun are finished first, also beyond the lower limit.' : ''
  return `${known}${begun} Possibly billed twice: ${inFlight}.`
}

function movedAway({ name }: RunFolder, project: string): OptionError {
  return new OptionError({
    code: 'moved-away',
    argument: 'run',
    value: shown(name),
    message: `The run ${shown(name)} was started from a spec in ${project}, and that folder is gone; what the spec names is looked for there.`,
    fix: `Move the folder back, or put a link to where it is in its place: ln -s <new folder> ${project}`,
  })
}

function stillRunning(named: string, { pid, startedAt }: RunRecord): OptionError {
  return new OptionError({
    code: 'still-running',
    argument: 'run',
    value: shown(named),
    message: `The run ${shown(named)}, started ${startedAt}, is still running: process ${pid} has it.`,
    fix: `Wait for its end, or end it first: kill ${pid}`,
  })
}
