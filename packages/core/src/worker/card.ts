import { applyEdits } from '../model/artifact.ts'
import type { Diff, Edits } from '../model/diff.ts'
import type { Cost, EvidenceCard } from '../model/evidence.ts'
import { diffId } from '../model/ids.ts'
import { proposalOf, type ProposalVerdict } from '../model/proposal.ts'
import type { Attempt, ProposalDraft } from '../model/rollout.ts'
import { stableId } from '../runtime/stable-hash.ts'
import { checkedEdits } from '../strategies/checked-edits.ts'
import type { Assignment, WorkerContext } from './assignment.ts'

const LONGEST_RATIONALE = 500

/** A scored rollout whose failure led to a proposal. */
export interface Ran {
  readonly rendered: string
  readonly attempt: Attempt
  readonly ms: number
  /** Calls made so far. */
  readonly calls: number
}

interface Door {
  readonly assignment: Assignment
  readonly context: WorkerContext
  readonly signal: AbortSignal
}

/**
 * Turns a proposal into an evidence card. No card when the strategy finds nothing to change, or when an edit is forbidden or leaves
 * the worker's section; the observer hears of the proposal all the same.
 */
export async function cardFrom(
  draft: ProposalDraft,
  ran: Ran,
  door: Door,
): Promise<{ readonly card?: EvidenceCard; readonly calls: number }> {
  const { assignment, context } = door
  const { artifact, section } = assignment
  const yielded = context.strategy.toEdits(artifact.state, draft.text)
  const edits = yielded === undefined ? new Map() : checkedEdits(context.strategy.name, yielded)
  const card = unverified(draft, { edits, ran }, door)
  const refuse = (verdict: ProposalVerdict, reason: string): { calls: number } => {
    context.observe({ type: 'proposal', proposal: proposalOf(card, { verdict, reason }) })
    return { calls: ran.calls }
  }
  if (applyEdits(artifact.state, edits).root === artifact.state.root)
    return refuse('no-diff', 'The strategy found nothing in it to change.')
  const prohibition = context.permissions.refuse(card.diff)
  if (prohibition !== undefined) return refuse('forbidden-key', prohibition)
  const outside = [...edits.keys()].filter((key) => section?.has(key) === false)
  if (outside.length > 0)
    return refuse('section-violation', `Edits ${outside.join(', ')}, outside the worker's section.`)
  if (!context.selfVerify) return { card, calls: ran.calls }
  return verified(card, ran, door)
}

function unverified(
  { text, rationale }: ProposalDraft,
  { edits, ran }: { readonly edits: Edits; readonly ran: Ran },
  { assignment, context }: Door,
): EvidenceCard {
  const { artifact, lease, task } = assignment
  return {
    lease,
    diff: diffOf(edits, assignment),
    parent: context.digest(artifact.state),
    base: new Map([[artifact.id, artifact.version]]),
    baseValues: new Map([...edits.keys()].map((key) => [key, artifact.state.get(key) ?? null])),
    touched: [artifact.id],
    tasks: [task],
    text,
    ...(rationale === undefined ? {} : { rationale: shortened(rationale) }),
    cost: costOf(ran, ran.calls),
  }
}

/** Whole characters only, and none that a commit message cannot hold. */
function shortened(rationale: string): string {
  return rationale.slice(0, LONGEST_RATIONALE).toWellFormed().replaceAll('\0', '\ufffd')
}

/** The id says who proposed, on which version, and what: two proposals share it only when they are the same. */
function diffOf(edits: Edits, { artifact, worker }: Assignment): Diff {
  const content = [...edits].flatMap(([key, edit]) => [key, edit === null ? '-' : `+${edit}`])
  const id = diffId(`${worker}-v${artifact.version}-${stableId([artifact.id, ...content]).slice(0, 8)}`)
  return { id, target: artifact.id, author: worker, edits, breaksContract: false }
}

/**
 * Runs the task again with the diff applied; a run that ends meanwhile keeps the proposal. A failure behind the caller's code leaves
 * the card without a delta.
 */
async function verified(
  card: EvidenceCard,
  ran: Ran,
  { assignment, context, signal }: Door,
): Promise<{ readonly card: EvidenceCard; readonly calls: number }> {
  if (signal.aborted) throw unverifiedFor(signal.reason, card, context)
  const { artifact, lease, task } = assignment
  const rendered = context.strategy.render(applyEdits(artifact.state, card.diff.edits))
  context.meter.add('selfVerifyCalls')
  const rollout = await context.executor.rollout({ lease, rendered, task, trial: 0 }, signal)
  context.meter.add('actorMs', rollout.ms)
  if (rollout.kind === 'fatal') throw unverifiedFor(rollout.error, card, context)
  const calls = ran.calls + 1
  const cost = costOf(ran, calls)
  if (rollout.kind !== 'ok') {
    context.meter.add('failures')
    return { card: { ...card, cost }, calls }
  }
  const delta = rollout.attempt.reward - ran.attempt.reward
  return { card: { ...card, cost, delta }, calls }
}

/** Returns the error that ends the run, after the proposal was put on record. */
function unverifiedFor(error: unknown, card: EvidenceCard, { observe }: WorkerContext): unknown {
  const conclusion = { verdict: 'pending', reason: 'The run ended before it was verified.' } as const
  observe({ type: 'proposal', proposal: proposalOf(card, conclusion) })
  return error
}

function costOf({ attempt, ms }: Ran, calls: number): Cost {
  return { calls, ms, ...(attempt.tokens === undefined ? {} : { tokens: attempt.tokens }) }
}
