import { ContractError, isTransient, messageOf, shown } from '../model/errors.ts'
import type { EvidenceCard } from '../model/evidence.ts'
import type { Attempt, ProposalDraft, RolloutResult } from '../model/rollout.ts'
import type { Assignment, WorkerContext } from './assignment.ts'
import { cardFrom } from './card.ts'

/** `calls` counts invocations of the caller's `run` and `propose`. */
export type StepResult = { readonly calls: number } & (
  | { readonly kind: 'scored'; readonly reward: number; readonly card?: EvidenceCard }
  | { readonly kind: 'failed'; readonly error: unknown; readonly blamed: 'backend' | 'infrastructure' }
)

/** Calls that one step makes at most: run, propose, and run again with the diff. */
export function stepCalls({ selfVerify }: Pick<WorkerContext, 'selfVerify'>): number {
  return selfVerify ? 3 : 2
}

/** One rollout: run the task, score it, and turn a failure into evidence for a change. Throws only what ends the run. */
export async function step(
  assignment: Assignment,
  context: WorkerContext,
  signal: AbortSignal,
): Promise<StepResult> {
  const { artifact, lease, task, worker } = assignment
  signal.throwIfAborted()
  const rendered = context.strategy.render(artifact.state)
  context.meter.add('rolloutCalls')
  const rollout = await context.executor.rollout({ lease, rendered, task, trial: 0 }, signal)
  context.meter.add('actorMs', rollout.ms)
  if (rollout.kind === 'fatal') throw rollout.error
  if (rollout.kind !== 'ok') return failed(rollout, assignment, context)

  const { attempt, ms } = rollout
  const { reward } = attempt
  const solved = reward >= context.solvedAt
  context.observe({ type: 'rollout-end', lease, worker, task: task.id, reward, solved, ms })
  if (solved) return { kind: 'scored', reward, calls: 1 }

  const asked = await ask(rendered, { assignment, attempt, signal }, context)
  const ran = { rendered, attempt, ms, calls: 1 + asked.calls }
  const made = asked.draft && (await cardFrom(asked.draft, ran, { assignment, context, signal }))
  return { kind: 'scored', reward, calls: made?.calls ?? ran.calls, ...(made?.card && { card: made.card }) }
}

function failed(
  { kind, error }: RolloutResult & { readonly error: unknown },
  { lease, worker, task }: Assignment,
  { meter, observe }: WorkerContext,
): StepResult {
  meter.add('failures')
  observe({ type: 'rollout-failure', lease, worker, task: task.id, error: messageOf(error) })
  const blamed = kind === 'backend-failure' ? 'backend' : 'infrastructure'
  return { kind: 'failed', error, blamed, calls: 1 }
}

interface Asked {
  readonly assignment: Assignment
  readonly attempt: Attempt
  readonly signal: AbortSignal
}

/**
 * Asks the policy for a proposal. A proposer that fails is reported and proposes nothing: the rollout itself counts. What it had
 * answered when the run was aborted is kept.
 */
async function ask(
  rendered: string,
  { assignment, attempt, signal }: Asked,
  context: WorkerContext,
): Promise<{ readonly draft?: ProposalDraft; readonly calls: number }> {
  const { artifact, lease, task, worker } = assignment
  const { output, reward } = attempt
  let calls = 0
  let answered: ProposalDraft | undefined
  const failure = {
    rendered,
    task,
    output,
    reward,
    baseVersion: artifact.version,
    history: context.history(task),
    ask: async () => {
      calls++
      answered = await attempt.propose()
      return answered
    },
  }
  try {
    const [draft, ...more] = await context.proposal.propose(failure)
    if (more.length > 0) throw tooMany(context.proposal.name, more.length + 1)
    return { calls, ...(draft && { draft }) }
  } catch (error) {
    if (!isTransient(error)) throw error
    if (signal.aborted && answered !== undefined) return { calls, draft: answered }
    context.meter.add('failures')
    context.observe({ type: 'proposal-failure', lease, worker, task: task.id, error: messageOf(error) })
    return { calls }
  }
}

function tooMany(policy: string, count: number): ContractError {
  return new ContractError({
    code: 'too-many-proposals',
    argument: 'policies.proposal',
    value: shown(count),
    message: `Proposal policy "${policy}" returned ${count} proposals for one rollout; it may return none or one.`,
  })
}
