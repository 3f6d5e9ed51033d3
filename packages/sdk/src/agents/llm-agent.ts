import type { Agent, Propose, Run, Task } from '@agentdescent/core'
import { contentDigest, OptionError } from '@agentdescent/core'
import process from 'node:process'
import type { Completion, CompletionRequest } from '../completion.ts'
import { ProviderError } from '../providers/provider-error.ts'
import { noAnswer } from '../scorers/no-answer.ts'
import { reflector } from './reflector.ts'
import type { Template } from './template.ts'
import { template, variablesOf } from './template.ts'

/** How a model works as an agent whose instruction evolves. */
export interface LlmAgentOptions {
  /** Template of the system message; default `{artifact}`. Knows `{artifact}` and `{prompt}`. */
  readonly system?: string
  /** Template of the user message; default `{prompt}`. Knows `{artifact}` and `{prompt}`. */
  readonly user?: string
  readonly maxTokens?: number
  readonly temperature?: number
  readonly stop?: readonly string[]
  /** Send the run's seed for the task; default false, for not every endpoint takes one. */
  readonly sendSeed?: boolean
  /** Answers failures; default: `reflector` with the same model. */
  readonly propose?: Propose
}

/**
 * Returns the agent that answers with a model. An answer that was cut at the token limit, declined or empty is the
 * doing of the instruction: it scores 0. Any other failure of the provider is a failure of the rollout.
 * @throws OptionError `bad-template` when the templates together lack `{artifact}` or `{prompt}`, or know another.
 */
export function llmAgent(completion: Completion, options: LlmAgentOptions = {}): Agent {
  const { system = '{artifact}', user = '{prompt}' } = options
  const texts = [system, user].flatMap(variablesOf)
  for (const name of ['artifact', 'prompt'])
    if (!texts.includes(name))
      throw new OptionError({
        code: 'bad-template',
        argument: 'system',
        value: `${system}\n${user}`.slice(0, 200),
        message: `The templates system and user both lack the variable {${name}}.`,
        fix: `Put {${name}} into one of them.`,
      })
  const rules = { known: ['artifact', 'prompt'], required: [] }
  return {
    get identity() {
      return identityOf(completion, options)
    },
    run: runWith(completion, options, {
      system: template(system, { ...rules, argument: 'system' }),
      user: template(user, { ...rules, argument: 'user' }),
    }),
    propose: options.propose ?? reflector(completion),
  }
}

/** The environment may name another endpoint at each run, so a completion is asked when a run starts. */
function identityOf(completion: Completion, options: LlmAgentOptions): string | undefined {
  const { identity } = completion
  const { system, user, maxTokens, temperature, stop, sendSeed } = options
  const shaping = [identity, system, user, maxTokens, temperature, stop, sendSeed]
  return identity === undefined ? undefined : contentDigest(JSON.stringify(shaping)).slice(0, 16)
}

interface Messages {
  readonly system: Template
  readonly user: Template
}

function runWith(completion: Completion, options: LlmAgentOptions, messages: Messages): Run {
  const { maxTokens, temperature, stop, sendSeed = false } = options
  let emptyAnswers = 0
  return async (rendered: string, task: Task, context) => {
    const values = { artifact: rendered, prompt: task.prompt }
    const request: CompletionRequest = {
      system: messages.system(values),
      prompt: messages.user(values),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(stop === undefined ? {} : { stop }),
      ...(sendSeed ? { seed: context.seed } : {}),
    }
    try {
      const { text } = await completion(request, context)
      return text.trim()
    } catch (error) {
      const output = outputOf(error)
      if (output === undefined) throw error
      if (isSilence(error)) warnOfSilence((emptyAnswers += 1))
      return output
    }
  }
}

/** Returns the output that stands for an answer the model did not give, or `undefined` for a failure of another kind. */
function outputOf(error: unknown): string | undefined {
  if (!(error instanceof ProviderError)) return undefined
  if (error.failure === 'truncated') return noAnswer('truncated', error.partialText)
  if (error.failure === 'refused') return noAnswer('refused', error.partialText)
  return isSilence(error) ? noAnswer('empty') : undefined
}

function isSilence(error: unknown): boolean {
  return error instanceof ProviderError && ['empty-answer', 'reasoning-only'].includes(error.code)
}

/** A model that thinks until its tokens are used up looks like one that fails every task. */
function warnOfSilence(times: number): void {
  if (![1, 10, 100].includes(times)) return
  process.emitWarning(
    `The model gave ${times} empty answer${times === 1 ? '' : 's'}, each scored 0. Raise maxTokens or switch reasoning off.`,
    { type: 'AgentDescentWarning', code: 'empty-answers' },
  )
}
