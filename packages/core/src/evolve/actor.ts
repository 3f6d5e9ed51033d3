import type { Actor } from '../execution/actor.ts'
import { ContractError, isMistake, messageOf, shown } from '../model/errors.ts'
import type { Tokens } from '../model/measurement.ts'
import type { ProposalDraft, RolloutSpec } from '../model/rollout.ts'
import { checkedReward, type Task } from '../model/task.ts'
import type { Budget } from '../runtime/budget.ts'
import { abortable } from '../runtime/abortable.ts'
import type { Meter } from '../runtime/meter.ts'
import { stableHash } from '../runtime/stable-hash.ts'
import type { ProposalReply, Propose, Reward, RewardReply, Run, RunContext, Usage } from './caller.ts'

export interface ActorParts<T extends Task, Output> {
  readonly run: Run<T, Output>
  readonly propose: Propose<T, Output>
  readonly reward: Reward<T, Output>
  readonly tasks: readonly T[]
  readonly evaluator: string
  readonly seed: number
  readonly meter: Meter
  readonly budget: Budget
}

/** Returns the caller's functions as an actor: outputs keep their type inside, replies are checked at the door. */
export function actorOf<T extends Task, Output>(parts: ActorParts<T, Output>): Actor {
  const byId = new Map(parts.tasks.map((task) => [task.id, task]))
  return {
    evaluator: parts.evaluator,
    async attempt(spec, signal) {
      const task = byId.get(spec.task.id)
      if (task === undefined) throw unknownTask(spec.task)
      const usage = new UsageCount(parts)
      const context = contextOf(spec, { signal, seed: parts.seed, usage })
      signal.throwIfAborted()
      const ask = async <Reply>(name: Callable, call: () => Reply | Promise<Reply>): Promise<Reply> => {
        try {
          return await abortable(call(), signal)
        } catch (error) {
          throw isMistake(error) ? threw(name, task, error) : error
        }
      }
      const output = await ask('run', () => parts.run(spec.rendered, task, context))
      const { reward, metrics } = checkedReply(await ask('reward', () => parts.reward(task, output)), task)
      const tokens = usage.tokens()
      return {
        reward,
        metrics,
        output,
        ...(tokens === undefined ? {} : { tokens }),
        propose: async () => {
          parts.meter.add('proposeCalls')
          const failure = { rendered: spec.rendered, task, output, reward }
          return checkedProposal(await ask('propose', () => parts.propose(failure, context)), task)
        },
      }
    },
  }
}

type Callable = 'propose' | 'reward' | 'run'

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

/** Adds up what one call reports, and passes it on to the run's meter and budget. */
class UsageCount {
  readonly #meter: Meter
  readonly #budget: Budget
  #tokens: Tokens | undefined

  constructor({ meter, budget }: { readonly meter: Meter; readonly budget: Budget }) {
    this.#meter = meter
    this.#budget = budget
  }

  tokens(): Tokens | undefined {
    return this.#tokens
  }

  report({ requests = 1, promptTokens = 0, completionTokens = 0 }: Usage): void {
    this.#meter.add('providerRequests', requests)
    this.#meter.add('promptTokens', promptTokens)
    this.#meter.add('completionTokens', completionTokens)
    this.#budget.countTokens(promptTokens + completionTokens)
    const { prompt = 0, completion = 0 } = this.#tokens ?? {}
    this.#tokens = { prompt: prompt + promptTokens, completion: completion + completionTokens }
  }
}

interface ContextParts {
  readonly signal: AbortSignal
  readonly seed: number
  readonly usage: UsageCount
}

function contextOf({ task, trial }: RolloutSpec, { signal, seed, usage }: ContextParts): RunContext {
  const own = stableHash([String(seed), task.id, String(trial)])
  return {
    signal,
    trial,
    seed: Number(BigInt.asUintN(31, own)),
    report: (reported) => usage.report(reported),
  }
}

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
