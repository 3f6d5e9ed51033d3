import { keyedRules, singleSlot, type Strategy } from '@agentdescent/core'
import type { Field, Landscape, Reading } from './landscape.ts'

/** How an artifact holds the rules of a landscape. */
export interface RuleSheet {
  readonly strategy: Strategy
  /** Returns how the artifact reads a field; undefined while it has no rule for it. */
  readingOf(field: Field, rendered: string): Reading | undefined
  /** Returns what to propose, so that the artifact reads the field like this. */
  proposal(field: Field, reading: Reading, rendered: string): string
}

/** Returns the sheet with a key for each field. */
export function keyPerField({ fields }: Landscape): RuleSheet {
  const categories = fields.map(({ name }) => name)
  return {
    strategy: keyedRules({ categories, title: '# How to clean a customer record' }),
    readingOf: (field, rendered) => {
      const lines = rendered.split('\n')
      const heading = lines.indexOf(`## ${field.name}`)
      return heading < 0 ? undefined : readingsOf(field).find(({ rule }) => rule === lines[heading + 1])
    },
    proposal: ({ name }, { rule }) => `${name}: ${rule}`,
  }
}

const NO_RULE = 'Leave it as it is.'

/** Returns the sheet of one prompt under one key, a paragraph with a sentence for each field; every proposal is the whole prompt. */
export function onePrompt({ fields }: Landscape): RuleSheet {
  const readingOf = (field: Field, rendered: string): Reading | undefined =>
    readingsOf(field).find(({ rule }) => rendered.includes(sentence(field, rule)))
  return {
    strategy: singleSlot({
      key: 'prompt',
      initial: fields.map((field) => sentence(field, NO_RULE)).join(' '),
    }),
    readingOf,
    proposal: (field, { rule }, rendered) => {
      const present = readingOf(field, rendered)?.rule ?? NO_RULE
      return rendered.replace(sentence(field, present), () => sentence(field, rule))
    },
  }
}

/** Returns the two ways to read a field, the right one first. */
export function readingsOf({ right, tempting }: Field): readonly Reading[] {
  return [right, tempting]
}

function sentence({ name }: Field, rule: string): string {
  return `${name}: ${rule}`
}
