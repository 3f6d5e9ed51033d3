import { OptionError } from '@agentdescent/core'
import { contains } from './contains.ts'
import { exact } from './exact.ts'
import { lastNumber, numericClose } from './last-number.ts'
import { oneOf } from './one-of.ts'
import type { Scorer } from './scorer.ts'

const scorers: ReadonlyMap<string, () => Scorer> = new Map([
  ['contains', contains],
  ['exact', exact],
  ['last-number', lastNumber],
  ['numeric-close', numericClose],
  ['one-of', oneOf],
])

/** The names that `scorer` knows. */
export const scorerNames: readonly string[] = [...scorers.keys()]

/**
 * Returns the scorer of a name, with its defaults: for specs and command lines.
 * @throws OptionError `unknown-scorer`
 */
export function scorer(name: string): Scorer {
  const make = scorers.get(name)
  if (make !== undefined) return make()
  throw new OptionError({
    code: 'unknown-scorer',
    argument: 'scorer',
    value: name,
    message: `No scorer is called ${JSON.stringify(name)}.`,
    fix: `Use one of ${scorerNames.join(', ')}.`,
  })
}
