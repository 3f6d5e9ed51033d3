import { LedgerError } from '../model/errors.ts'
import type { ArtifactId } from '../model/ids.ts'
import { chooseRun, type KnownRun, numberOf, type RunChoice } from './choose-run.ts'
import type { RunJournal, RunJournals } from './journal.ts'
import type { Fingerprints, JournalRecord, RunLimits } from './records.ts'

/** What a run is to be. */
export interface WantedRun {
  readonly artifact: ArtifactId
  readonly run: string
  readonly fingerprints: Fingerprints
  readonly limits: RunLimits
  /** How much is asked for at once. */
  readonly width: string
  /** Returns the head of `dev`. */
  head(): Promise<string>
  /** Waits a moment for another process. */
  pause(): Promise<void>
}

/** A run with its journal, its past ending with this process as the owner. */
export interface OpenedRun {
  readonly journal: RunJournal
  readonly run: string
  /** How many processes had the run before. */
  readonly owners: number
  /** What is to be said of an earlier run that this one does not go on with. */
  readonly notice?: string
}

/** Pauses in which a run that another process has just begun must come to its first record. */
const MOST_PAUSES = 200

/**
 * Takes up the newest run of the ledger that was started with the same; starts another, at the head, where something changed.
 * @throws OptionError `changed-run` where nothing can go on: another strategy, or another scorer under the same name
 * @throws LedgerError `locked` while another process owns the run
 */
export async function openRun(journals: RunJournals, wanted: WantedRun): Promise<OpenedRun> {
  for (let pauses = 0; ; pauses++) {
    const choice = chooseRun(await knownRuns(journals, wanted.artifact), wanted)
    if (choice.outcome === 'continue')
      return continued(await journals.open(choice.known.name), choice.known.run, wanted)
    try {
      const opened = await another(journals, choice, wanted)
      if (opened !== undefined) return opened
    } catch (error) {
      if (!isLocked(error) || pauses === MOST_PAUSES) throw error
    }
    // Another process has begun a run under that name: whether it is this run shows in its first record.
    await wanted.pause()
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof LedgerError && error.code === 'locked'
}

/** Begins a run under a name that none has; returns undefined where another process began one under it in the meantime. */
async function another(
  journals: RunJournals,
  { notice, suffix }: Extract<RunChoice, { readonly outcome: 'begin' }>,
  wanted: WantedRun,
): Promise<OpenedRun | undefined> {
  const commit = await wanted.head()
  const journal = await journals.open(`${wanted.artifact}${suffix}`)
  if (journal.past.length > 0) {
    await journal.close()
    return undefined
  }
  const opened = begun(journal, { ...wanted, run: `${wanted.run}${suffix}` }, commit)
  return notice === undefined ? opened : { ...opened, notice }
}

async function knownRuns(journals: RunJournals, artifact: ArtifactId): Promise<readonly KnownRun[]> {
  const all = await journals.list((name) => numberOf(name, artifact) !== undefined)
  return all.flatMap(({ name, first }) =>
    first.kind === 'run' ? [{ name, run: first.run, fingerprints: first.fingerprints }] : [],
  )
}

function begun(journal: RunJournal, wanted: WantedRun, commit: string): OpenedRun {
  const { fingerprints, run } = wanted
  journal.append({ kind: 'run', run, fingerprints, commit, at: 0 })
  const owner = ownerOf(journal, wanted, 0)
  journal.append(owner)
  return { journal: withPast(journal, owner), run, owners: 0 }
}

function continued(journal: RunJournal, run: string, wanted: WantedRun): OpenedRun {
  const owners = journal.past.filter(({ kind }) => kind === 'owner').length
  const at = journal.past.reduce((latest, record) => Math.max(latest, record.at), 0)
  const owner = ownerOf(journal, wanted, at)
  let isTold = false
  return {
    run,
    owners,
    journal: {
      ...withPast(journal, owner),
      // A process that adds nothing, since the run had ended, leaves no trace.
      append(record) {
        if (!isTold) journal.append(owner)
        isTold = true
        journal.append(record)
      },
    },
  }
}

function ownerOf({ epoch, pid }: RunJournal, { limits, width }: WantedRun, at: number): JournalRecord {
  return { kind: 'owner', epoch, pid, limits, width, at }
}

/** Ends the past with its present owner. */
function withPast(journal: RunJournal, owner: JournalRecord): RunJournal {
  return {
    past: [...journal.past, owner],
    epoch: journal.epoch,
    pid: journal.pid,
    placeOf: (position) => journal.placeOf(position),
    append: (record) => journal.append(record),
    settled: () => journal.settled(),
    close: () => journal.close(),
  }
}
