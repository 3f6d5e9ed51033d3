import { appendRules } from '../../strategies/append-rules.ts'
import type { Strategy } from '../../strategies/strategy.ts'

/** Numbers its rules, so a rule that is there already is appended again. */
export function numberedRules(): Strategy {
  return {
    ...appendRules(),
    name: 'numbered-rules',
    toEdits: (state, proposal) =>
      proposal.trim() === '' ? undefined : new Map([[`rule-${state.size}`, proposal]]),
  }
}

/** Renders a rule whose second line looks like a rule as it renders two rules. */
export function flatRules(): Strategy {
  return {
    ...appendRules(),
    name: 'flat-rules',
    render: (state) => [...state].map(([, rule]) => `- ${rule}`).join('\n'),
  }
}
