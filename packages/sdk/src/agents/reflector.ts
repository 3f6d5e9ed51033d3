import type { Failure, Propose } from '@agentdescent/core'
import { OptionError } from '@agentdescent/core'
import type { Completion } from '../completion.ts'
import { ProviderError } from '../providers/provider-error.ts'
import { readableOutput } from '../scorers/no-answer.ts'
import { parseProposal } from './parse-proposal.ts'
import { RecentFailures } from './recent-failures.ts'
import { reflectorTemplate } from './reflector-template.ts'
import { template } from './template.ts'

/** How a model is asked for a better instruction. */
export interface ReflectorOptions {
  /** How outputs are scored, as the model is told it; a scorer's `scoring` fits. */
  readonly scoring?: string
  /** Replaces our template. Knows `{artifact}`, `{cases}` and `{scoring}`, must use the first two and name `<tag>`. */
  readonly template?: string
  /** Name of the tag that the new instruction is expected in; default `new_instruction`. */
  readonly tag?: string
  /** Failing tasks shown at once, the newest first; default 4. They are those of the same instruction, in this process. */
  readonly cases?: number
  /** Show what would have been right; default true. A proposer that sees only a score cannot learn a convention. */
  readonly showExpected?: boolean
  /** Name in the task's `meta` of the expected answer; default `gold`. */
  readonly goldKey?: string
  /** Longest input, output and expected output shown; default 2,000 characters. */
  readonly maxChars?: number
  readonly maxTokens?: number
  readonly temperature?: number
}

const SCORING =
  'A program compares each output with the expected output. A match scores 1, anything else less.'

/**
 * Returns the proposer that shows a model failing tasks and asks it for one new instruction. A reply without one,
 * declined or cut off is no proposal; any other failure of the provider is thrown.
 * @throws OptionError `bad-template`
 */
export function reflector(completion: Completion, options: ReflectorOptions = {}): Propose {
  const { cases = 4, maxTokens, scoring = SCORING, tag = 'new_instruction', temperature } = options
  const fill = checkedTemplate(options.template ?? reflectorTemplate, tag)
  const recent = new RecentFailures(cases)
  const propose: Propose = async (failure, context) => {
    const shown = recent.with(failure).map((one, index) => caseText(one, index + 1, options))
    const prompt = fill({ artifact: block(failure.rendered), cases: shown.join('\n\n'), scoring })
    const limits = {
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(temperature === undefined ? {} : { temperature }),
    }
    try {
      const { text } = await completion({ prompt, ...limits }, context)
      return parseProposal(text, tag)
    } catch (error) {
      if (error instanceof ProviderError && isNoProposal(error)) return undefined
      throw error
    }
  }
  return Object.assign(propose, { remember: (failure: Failure) => void recent.with(failure) })
}

function checkedTemplate(text: string, tag: string): ReturnType<typeof template> {
  if (text.includes(`<${tag}>`))
    return template(text, {
      argument: 'template',
      known: ['artifact', 'cases', 'scoring'],
      required: ['artifact', 'cases'],
    })
  throw new OptionError({
    code: 'bad-template',
    argument: 'template',
    value: text.slice(0, 200),
    message: `The template never names the tag <${tag}>, so no reply could be read.`,
    fix: `Ask for the new instruction between <${tag}> and </${tag}>.`,
  })
}

function caseText(failure: Failure, number: number, options: ReflectorOptions): string {
  const { goldKey = 'gold', maxChars = 2000, showExpected = true } = options
  const { meta = {}, prompt } = failure.task
  const gold = showExpected && Object.hasOwn(meta, goldKey) ? meta[goldKey] : undefined
  const parts = [
    `Case ${number}`,
    `Input:\n${block(cut(prompt, maxChars))}`,
    `Output, which scored ${shownScore(failure.reward)}:\n${block(cut(readableOutput(String(failure.output)), maxChars))}`,
    ...(gold === undefined
      ? []
      : [`Output that would have scored 1:\n${block(cut(String(gold), maxChars))}`]),
  ]
  return parts.join('\n')
}

/** Puts text between quotes that it does not hold itself, so that it cannot end its block. */
function block(text: string): string {
  let quotes = '"""'
  while (text.includes(quotes)) quotes += '"'
  return `${quotes}\n${text}\n${quotes}`
}

function cut(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars)} ...`
}

function shownScore(reward: number): string {
  return String(Math.round(reward * 1000) / 1000)
}

function isNoProposal({ code, failure }: ProviderError): boolean {
  return (
    failure === 'truncated' || failure === 'refused' || code === 'empty-answer' || code === 'reasoning-only'
  )
}
