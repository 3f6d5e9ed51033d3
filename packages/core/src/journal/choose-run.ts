import { OptionError } from '../model/errors.ts'
import type { ArtifactId } from '../model/ids.ts'
import { type Comparison, compareFingerprints, describeChanges } from './fingerprints.ts'
import type { Fingerprints } from './records.ts'

/** A run that a ledger holds. */
export interface KnownRun {
  /** Of its journal. */
  readonly name: string
  readonly run: string
  readonly fingerprints: Fingerprints
}

/** What a run is to be. */
export interface AskedRun {
  readonly artifact: ArtifactId
  readonly fingerprints: Fingerprints
}

/** What a run comes to on a ledger that holds others. */
export type RunChoice =
  | { readonly outcome: 'continue'; readonly known: KnownRun }
  /** `suffix` makes its name one that no run has; `notice` says what keeps it from going on with the newest. */
  | { readonly outcome: 'begin'; readonly suffix: string; readonly notice?: string }

/**
 * Chooses the newest run of the artifact that was started with the same, or else a new one.
 * @throws OptionError `changed-run` where nothing can go on: another strategy, or another scorer under the same name
 */
export function chooseRun(known: readonly KnownRun[], asked: AskedRun): RunChoice {
  const own = known
    .map((run) => ({ run, number: numberOf(run.name, asked.artifact) ?? 0 }))
    .filter(({ number }) => number > 0)
    .toSorted((left, right) => right.number - left.number)
    .map((each) => ({ ...each, compared: compareFingerprints(each.run.fingerprints, asked.fingerprints) }))
  const same = own.find(({ compared }) => compared.outcome === 'continue')
  if (same !== undefined) return { outcome: 'continue', known: same.run }
  const [newest] = own
  if (newest === undefined) return { outcome: 'begin', suffix: '' }
  return { outcome: 'begin', suffix: `-${newest.number + 1}`, notice: noticeOf(newest.compared, asked) }
}

/** Returns the number of a run in its journal's name, the artifact's for the first; undefined for one of another artifact. */
export function numberOf(name: string, artifact: ArtifactId): number | undefined {
  if (name === artifact) return 1
  const rest = name.startsWith(`${artifact}-`) ? name.slice(artifact.length + 1) : ''
  return /^[1-9]\d{0,8}$/.test(rest) ? Number(rest) : undefined
}

function noticeOf(compared: Comparison, { artifact }: AskedRun): string {
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
