import { LedgerError, OptionError } from '../model/errors.ts'
import type { ArtifactId } from '../model/ids.ts'
import { compareFingerprints, describeChanges } from './fingerprints.ts'
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

interface Candidate {
  readonly name: string
  /** The first run of an artifact has the name of the artifact, each other one a number behind it. */
  readonly number: number
  readonly first: Extract<JournalRecord, { readonly kind: 'run' }>
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
    const known = await candidates(journals, wanted.artifact)
    const same = known.find(
      ({ first }) => compareFingerprints(first.fingerprints, wanted.fingerprints).outcome === 'continue',
    )
    if (same !== undefined) return continued(await journals.open(same.name), same.first.run, wanted)
    try {
      const opened = await another(journals, known[0], wanted)
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

/** Begins a run under the name after the newest; returns undefined where another process began one under it in the meantime. */
async function another(
  journals: RunJournals,
  newest: Candidate | undefined,
  wanted: WantedRun,
): Promise<OpenedRun | undefined> {
  const notice = newest === undefined ? undefined : changes(newest, wanted)
  const suffix = newest === undefined ? '' : `-${newest.number + 1}`
  const commit = await wanted.head()
  const journal = await journals.open(`${wanted.artifact}${suffix}`)
  if (journal.past.length > 0) {
    await journal.close()
    return undefined
  }
  const opened = begun(journal, { ...wanted, run: `${wanted.run}${suffix}` }, commit)
  return notice === undefined ? opened : { ...opened, notice }
}

/** Returns the runs of the artifact, the newest first. */
async function candidates(journals: RunJournals, artifact: ArtifactId): Promise<readonly Candidate[]> {
  const all = await journals.list((name) => numberOf(name, artifact) !== undefined)
  const own = all.flatMap(({ name, first }) => {
    const number = numberOf(name, artifact)
    return first.kind === 'run' && number !== undefined ? [{ name, first, number }] : []
  })
  return own.toSorted((left, right) => right.number - left.number)
}

function numberOf(name: string, artifact: ArtifactId): number | undefined {
  if (name === artifact) return 1
  const rest = name.startsWith(`${artifact}-`) ? name.slice(artifact.length + 1) : ''
  return /^[1-9]\d{0,8}$/.test(rest) ? Number(rest) : undefined
}

function changes({ first }: Candidate, { artifact, fingerprints }: WantedRun): string {
  const compared = compareFingerprints(first.fingerprints, fingerprints)
  if (compared.outcome === 'continue') return ''
  const what = describeChanges(compared.changed)
  if (compared.outcome === 'new-candidate')
    return `The ledger's last run of "${artifact}" cannot be gone on with: ${what}. A new run starts from the ledger's head.`
  const [{ name, before, now } = { name: '', before: '', now: '' }] = compared.changed
  throw new OptionError({
    code: 'changed-run',
    argument: name === 'scorer' ? 'reward' : name,
    value: now,
    message: `The ledger holds a run of "${artifact}" whose ${what}: what it holds would not mean the same.`,
    fix:
      name === 'scorer'
        ? 'Give the other scorer a name of its own with evaluation.evaluator, or take the old one.'
        : `Go on with ${before}, or give the new run an artifact.id or a ledger of its own.`,
  })
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
