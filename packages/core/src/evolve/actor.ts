import type { Actor } from '../execution/actor.ts'
import { ContractError, isMistake, messageOf, shown } from '../model/errors.ts'
import type { Tokens } from '../model/measurement.ts'
import type { ProposalDraft, RolloutSpec } from '../model/rollout.ts'
import { checkedReward, type Task } from '../model/task.ts'
import type { Chronicle } from '../journal/chronicle.ts'
import type { RecordedUsage } from '../journal/records.ts'
import { abortable } from '../runtime/abortable.ts'
import type { Budget } from '../runtime/budget.ts'
import { canonicalJson } from '../runtime/canonical-json.ts'
import { contentDigest } from '../runtime/digest.ts'
import type { Json } from '../runtime/json.ts'
import type { Meter } from '../runtime/meter.ts'
import { stableHash } from '../runtime/stable-hash.ts'
import type {
  Failure,
  ProposalReply,
  Propose,
  Reward,
  RewardReply,
  Run,
  RunContext,
  Usage,
} from './caller.ts'
import { recordedAttempt, recordedProposal, type Scored } from './recorded-calls.ts'

export interface ActorParts<T extends Task, Output> {
  readonly run: Run<T, Output>
  readonly propose: Propose<T, Output>
  readonly reward: Reward<T, Output>
  readonly tasks: readonly T[]
  readonly evaluator: string
  readonly seed: number
  readonly meter: Meter
  readonly budget: Budget
  /** Absent for a run that keeps no journal. */
  readonly chronicle?: Chronicle
}

/** Returns the caller's functions as an actor: outputs keep their type inside, replies are checked at the door. */
export function actorOf<T extends Task, Output>(parts: ActorParts<T, Output>): Actor {
  const byId = new Map(parts.tasks.map((task) => [task.id, task]))
  const { chronicle } = parts
  return {
    evaluator: parts.evaluator,
    async attempt(spec, signal) {
      const task = byId.get(spec.task.id)
      if (task === undefined) throw unknownTask(spec.task)
      signal.throwIfAborted()
      const key = `attempt ${spec.lease}`
      const usage = new UsageCount(parts, key)
      const context = contextOf(spec, { signal, seed: parts.seed, usage, chronicle })
      const scored = (): Promise<Scored<Output>> => scoredOutput(parts, { spec, task, context, usage })
      const { output, ...attempt } =
        chronicle === undefined
          ? await scored()
          : await chronicle.outcome(recordedAttempt(parts.run, { key, spec, task, make: scored }))
      return {
        ...attempt,
        output,
        propose: () => {
          const failure = { rendered: spec.rendered, task, output, reward: attempt.reward }
          return proposed(parts, { failure, spec, signal })
        },
      }
    },
  }
}

interface Running<T extends Task> {
  readonly spec: RolloutSpec
  readonly task: T
  readonly context: RunContext
  readonly usage: UsageCount
}

async function scoredOutput<T extends Task, Output>(
  { run, reward: scorer }: ActorParts<T, Output>,
  { spec, task, context, usage }: Running<T>,
): Promise<Scored<Output>> {
  const { signal } = context
  const output = await asked({ name: 'run', task, signal }, () => run(spec.rendered, task, context))
  const reply = await asked({ name: 'reward', task, signal }, () => scorer(task, output))
  const { reward, metrics } = checkedReply(reply, task)
  const tokens = usage.tokens()
  return { reward, metrics, output, ...(tokens === undefined ? {} : { tokens }) }
}

interface Asking<T extends Task, Output> {
  readonly failure: Failure<T, Output>
  readonly spec: RolloutSpec
  readonly signal: AbortSignal
}

async function proposed<T extends Task, Output>(
  { propose, meter, budget, seed, chronicle }: ActorParts<T, Output>,
  { failure, spec, signal }: Asking<T, Output>,
): Promise<ProposalDraft | undefined> {
  meter.add('proposeCalls')
  const key = `propose ${spec.lease}`
  const usage = new UsageCount({ meter, budget, ...(chronicle && { chronicle }) }, key)
  const context = contextOf(spec, { signal, seed, usage, chronicle })
  const { task } = failure
  const make = async (): Promise<ProposalDraft | undefined> =>
    checkedProposal(await asked({ name: 'propose', task, signal }, () => propose(failure, context)), task)
  if (chronicle === undefined) return make()
  return chronicle.outcome(recordedProposal(propose, { key, spec, failure, make }))
}

type Callable = 'propose' | 'reward' | 'run'

interface Asked {
  readonly name: Callable
  readonly task: Task
  readonly signal: AbortSignal
}

/** Calls the caller's code. */
async function asked<Reply>(
  { name, task, signal }: Asked,
  call: () => Reply | Promise<Reply>,
): Promise<Reply> {
  try {
    return await abortable(call(), signal)
  } catch (error) {
    throw isMistake(error) ? threw(name, task, error) : error
  }
}

/** A mistake in the caller's code fails every time, and nothing it did can be trusted: it is no failure of a model. */
function threw(name: Callable, { id }: Task, cause: unknown): ContractError {
  return new ContractError({
    code: `${name}-threw`,
    argument: name,
    value: shown(id),
    message: `${name}() threw ${shown(messageOf(cause))} for task ${shown(id)}.`,
    fix: 'Mend the function; the cause of this error has the stack.',
    cause,
  })
}

/** Adds up what one call reports, and passes it on to the run's journal, meter and budget. */
class UsageCount {
  readonly key: string
  readonly #counts: Pick<ActorParts<Task, unknown>, 'meter' | 'budget' | 'chronicle'>
  #tokens: Tokens | undefined

  constructor(counts: Pick<ActorParts<Task, unknown>, 'meter' | 'budget' | 'chronicle'>, key: string) {
    this.#counts = counts
    this.key = key
  }

  tokens(): Tokens | undefined {
    return this.#tokens
  }

  report({ requests = 1, promptTokens = 0, completionTokens = 0 }: Usage): void {
    const usage = { requests, promptTokens, completionTokens }
    this.#counts.chronicle?.usage(this.key, usage)
    countUsage(usage, this.#counts)
    this.add({ prompt: promptTokens, completion: completionTokens })
  }

  /** Adds tokens that the run has counted before. */
  add(tokens: Tokens): void {
    const { prompt = 0, completion = 0 } = this.#tokens ?? {}
    this.#tokens = { prompt: prompt + tokens.prompt, completion: completion + tokens.completion }
  }
}

/** Adds what a call reported to the run's meter and budget. */
export function countUsage(
  { requests, promptTokens, completionTokens }: RecordedUsage,
  { meter, budget }: { readonly meter: Meter; readonly budget: Budget },
): void {
  meter.add('providerRequests', requests)
  meter.add('promptTokens', promptTokens)
  meter.add('completionTokens', completionTokens)
  budget.countTokens(promptTokens + completionTokens)
}

interface ContextParts {
  readonly signal: AbortSignal
  readonly seed: number
  readonly usage: UsageCount
  readonly chronicle: Chronicle | undefined
}

function contextOf(
  { task, trial }: RolloutSpec,
  { signal, seed, usage, chronicle }: ContextParts,
): RunContext {
  const own = stableHash([String(seed), task.id, String(trial)])
  return {
    signal,
    trial,
    seed: Number(BigInt.asUintN(31, own)),
    report: (reported) => usage.report(reported),
    once: (request, call) => (chronicle === undefined ? call() : stepOf(chronicle, usage, { request, call })),
  }
}

interface Step {
  readonly request: Json
  readonly call: () => Promise<Json>
}

/** What a step cost is kept with its answer, so that a call made again from it tells the same tokens. */
async function stepOf(chronicle: Chronicle, usage: UsageCount, { request, call }: Step): Promise<Json> {
  let isMade = false
  const kept = await chronicle.step(usage.key, contentDigest(canonicalJson(request)), async () => {
    isMade = true
    const before = usage.tokens()
    const answer = await call()
    const [{ prompt, completion } = NO_TOKENS, { prompt: p, completion: c } = NO_TOKENS] = [
      usage.tokens(),
      before,
    ]
    return [answer, prompt - p, completion - c]
  })
  const [answer = null, prompt, completion] = Array.isArray(kept) ? kept : []
  if (!isMade && typeof prompt === 'number' && typeof completion === 'number' && prompt + completion > 0)
    usage.add({ prompt, completion })
  return answer
}

const NO_TOKENS: Tokens = { prompt: 0, completion: 0 }

function checkedReply(reply: RewardReply, task: Task): { reward: number; metrics: Record<string, number> } {
  if (typeof reply !== 'object' || reply === null) return { reward: checkedReward(reply, task), metrics: {} }
  return { reward: checkedReward(reply.reward, task), metrics: checkedMetrics(reply.metrics, task) }
}

/** @throws ContractError `bad-metric`: what is no number could neither be kept nor compared. */
function checkedMetrics(given: Readonly<Record<string, number>> = {}, { id }: Task): Record<string, number> {
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'number') continue
    throw new ContractError({
      code: 'bad-metric',
      argument: 'reward',
      value: shown(value),
      message: `reward() returned ${shown(value)} as its metric ${shown(name)} for task ${shown(id)}; it must be a number.`,
    })
  }
  return { ...given }
}

/** @throws ContractError `bad-proposal` for anything but text, `{ text, rationale? }`, null or undefined. */
function checkedProposal(reply: ProposalReply, task: Task): ProposalDraft | undefined {
  if (reply === null || reply === undefined) return undefined
  const draft: unknown = typeof reply === 'string' ? { text: reply } : reply
  if (!isDraft(draft))
    throw new ContractError({
      code: 'bad-proposal',
      argument: 'propose',
      value: shown(reply),
      message: `propose() returned ${shown(reply)} for task ${shown(task.id)}; it must return well-formed text, { text, rationale? } or null.`,
    })
  return draft.text.trim() === '' ? undefined : draft
}

function isDraft(value: unknown): value is ProposalDraft {
  if (typeof value !== 'object' || value === null || !('text' in value)) return false
  const isRationale =
    !('rationale' in value) || value.rationale === undefined || typeof value.rationale === 'string'
  return typeof value.text === 'string' && isRationale && !/\p{Surrogate}/u.test(value.text)
}

function unknownTask(task: Task): ContractError {
  return new ContractError({
    code: 'unknown-task',
    argument: 'tasks',
    value: shown(task.id),
    message: `Task ${shown(task.id)} is none of the run's tasks.`,
  })
}
