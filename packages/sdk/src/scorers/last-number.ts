import { ContractError } from '@agentdescent/core'
import type { GoldOptions, Scorer } from './scorer.ts'
import { goldScorer } from './scorer.ts'

export interface NumberOptions extends GoldOptions {
  /** Largest deviation, as a share of the expected number, or of 1 when that is larger; default 0. */
  readonly tolerance?: number
}

/** Returns the scorer that gives 1 when the last number of the output is the last number of the expected answer. */
export function lastNumber(options: NumberOptions = {}): Scorer {
  const { goldKey = 'gold', tolerance = 0 } = options
  const scoring = `An output scores 1 when the last number in it is the last number of the expected output${
    tolerance === 0 ? '' : `, give or take ${tolerance * 100} %`
  }, 0 otherwise.`
  return goldScorer(options, { name: 'last-number', scoring }, (gold, output, { id }) => {
    const expected = lastNumberIn(String(gold))
    if (expected === undefined)
      throw new ContractError({
        code: 'bad-gold',
        argument: `tasks[].meta.${goldKey}`,
        value: String(gold).slice(0, 200),
        message: `Task ${JSON.stringify(id)} expects ${JSON.stringify(String(gold).slice(0, 200))}, which holds no number.`,
        fix: 'Correct it or use another scorer.',
      })
    const found = lastNumberIn(output)
    if (found === undefined) return 0
    return Math.abs(found - expected) <= tolerance * Math.max(1, Math.abs(expected)) ? 1 : 0
  })
}

/** Returns the scorer of numbers that need only be within one percent. */
export function numericClose(options: GoldOptions = {}): Scorer {
  return lastNumber({ ...options, tolerance: 0.01 })
}

/**
 * A sign unless it follows a digit, where it is an operator; digits with commas before each three, or plain; decimals,
 * with or without a digit in front; an exponent.
 */
const NUMBER = /(?:(?<!\d)-)?(?:(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?/gi

/** Returns the last number in a text, or `undefined` when it holds none. */
export function lastNumberIn(text: string): number | undefined {
  let last: string | undefined
  for (const [found] of text.matchAll(NUMBER)) last = found
  return last === undefined ? undefined : Number(last.replaceAll(',', ''))
}
