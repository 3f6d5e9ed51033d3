import { type DiffId, diffId, type LeaseId, leaseId, type RunId, runId, authorId } from '../model/ids.ts'
import type { WorkerId } from '../model/ids.ts'
import type { Tally, Tokens } from '../model/measurement.ts'
import type { CommitMessage } from './commit-message.ts'

/** One proposal whose edits a commit holds. */
export interface MergeMember {
  /** The rollout that it came from. */
  readonly lease: LeaseId
  readonly diff: DiffId
  readonly worker: WorkerId
  /** Ids of the tasks whose failure asked for it. */
  readonly tasks: readonly string[]
}

/** What a merge's commit tells programs: who asked for it, what was measured, and what was decided. */
export interface MergeRecord {
  readonly run: RunId
  /** How often the run had been claimed when it committed this; absent where nobody claimed it. */
  readonly epoch?: number
  /** Counts the run's commits from 1: a run that is done again gives the same commit the same number. */
  readonly sequence: number
  readonly diff: DiffId
  /** How the edits came about: `single`, `identical`, `union`, `three-way`. */
  readonly rung: string
  /** At least one; several for a fusion. */
  readonly members: readonly MergeMember[]
  /** Held-out successes and failures before and after. */
  readonly base: Tally
  readonly candidate: Tally
  readonly probability: number
  readonly threshold: number
  readonly verdict: string
  /** What the members' rollouts and proposals took. */
  readonly cost: { readonly calls: number; readonly tokens?: Tokens }
}

const PREFIX = 'AgentDescent-'

/** Returns the record as trailers: one value each, but one `Member` for each member. */
export function recordTrailers(record: MergeRecord): CommitMessage['trailers'] {
  const { run, epoch, sequence, diff, rung, members, base, candidate, cost } = record
  const values: readonly (readonly [string, string])[] = [
    ['Run', run],
    ...(epoch === undefined ? [] : [['Epoch', String(epoch)] as const]),
    ['Sequence', String(sequence)],
    ['Diff', diff],
    ['Rung', rung],
    ...members.map((member) => ['Member', oneLine(memberOf(member))] as const),
    ['Base', `${base.successes} ${base.failures}`],
    ['Candidate', `${candidate.successes} ${candidate.failures}`],
    ['Probability', String(record.probability)],
    ['Threshold', String(record.threshold)],
    ['Verdict', record.verdict],
    ['Cost', oneLine(cost.tokens === undefined ? { calls: cost.calls } : cost)],
  ]
  return values.map(([name, value]) => [`${PREFIX}${name}`, value])
}

/** Returns what a commit's trailers record; undefined for a commit that no merge made. */
export function parseRecord({ trailers }: Pick<CommitMessage, 'trailers'>): MergeRecord | undefined {
  const values = (name: string): readonly string[] =>
    trailers.flatMap(([token, value]) => (token === `${PREFIX}${name}` ? [value] : []))
  const [[run], [diff], [rung], [verdict]] = [
    values('Run'),
    values('Diff'),
    values('Rung'),
    values('Verdict'),
  ]
  const [sequence, epoch] = [countIn(values('Sequence')), countIn(values('Epoch'))]
  const [base, candidate] = [tallyIn(values('Base')), tallyIn(values('Candidate'))]
  const [probability, threshold] = [numberIn(values('Probability')), numberIn(values('Threshold'))]
  const cost = costIn(values('Cost'))
  const members = values('Member')
    .map(parsedMember)
    .filter((member) => member !== undefined)
  if (run === undefined || diff === undefined || rung === undefined || verdict === undefined) return undefined
  if (sequence === undefined || base === undefined || candidate === undefined || cost === undefined)
    return undefined
  if (probability === undefined || threshold === undefined || members.length < values('Member').length)
    return undefined
  const counted = epoch === undefined ? { sequence } : { sequence, epoch }
  const measured = { base, candidate, probability, threshold, verdict, cost }
  return { run: runId(run), ...counted, diff: diffId(diff), rung, members, ...measured }
}

function memberOf({ lease, diff, worker, tasks }: MergeMember): object {
  return { lease, diff, worker, tasks }
}

/** Returns the value as JSON without a character that would end or break a trailer. */
function oneLine(value: object): string {
  return JSON.stringify(value).replaceAll(
    /[\p{Cc}\u2028\u2029]/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function parsedMember(text: string): MergeMember | undefined {
  const [lease, diff, worker, tasks] = ['lease', 'diff', 'worker', 'tasks'].map(memberIn(parsedJson(text)))
  if (typeof lease !== 'string' || typeof diff !== 'string' || typeof worker !== 'string') return undefined
  if (!Array.isArray(tasks) || !tasks.every((task) => typeof task === 'string')) return undefined
  return { lease: leaseId(lease), diff: diffId(diff), worker: authorId(worker), tasks }
}

function costIn([text = '']: readonly string[]): MergeRecord['cost'] | undefined {
  const read = memberIn(parsedJson(text))
  const [calls, tokens] = [read('calls'), read('tokens')]
  if (typeof calls !== 'number') return undefined
  const [prompt, completion] = ['prompt', 'completion'].map(memberIn(tokens))
  if (typeof prompt !== 'number' || typeof completion !== 'number') return { calls }
  return { calls, tokens: { prompt, completion } }
}

function tallyIn([text = '']: readonly string[]): Tally | undefined {
  const [successes, failures, ...more] = text.split(' ').map((part) => numberIn([part]))
  if (successes === undefined || failures === undefined || more.length > 0) return undefined
  return { successes, failures }
}

function countIn(texts: readonly string[]): number | undefined {
  const count = numberIn(texts)
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

function numberIn([text]: readonly string[]): number | undefined {
  if (text === undefined || !/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(text)) return undefined
  return Number(text)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a look at the members of an object; nothing has any other. */
function memberIn(value: unknown): (name: string) => unknown {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return (name) => members.find(([key]) => key === name)?.[1]
}
