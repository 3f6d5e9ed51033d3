import { PersistentMap } from '../model/persistent-map.ts'
import { stableId } from '../runtime/stable-hash.ts'
import { folded } from './folded.ts'
import type { Strategy } from './strategy.ts'

export interface AppendRulesOptions {
  /** First line of the rendering; default `# Playbook`. */
  readonly title?: string
}

/** Returns the strategy of a growing list of rules: each under a key made from its content, so two rules never collide. */
export function appendRules({ title = '# Playbook' }: AppendRulesOptions = {}): Strategy {
  return {
    name: 'append-rules',
    rendering: { strategy: 'append-rules', options: { title } },
    initial: () => PersistentMap.empty,
    render: (state) => {
      const rules = [...state].map(([, rule]) => `- ${continued(rule)}`)
      return [title, ...(rules.length === 0 ? ['(empty)'] : rules)].join('\n')
    },
    toEdits: (state, proposal) => {
      const key = ruleKey(proposal)
      return folded(proposal) === '' || state.has(key) ? undefined : new Map([[key, proposal]])
    },
    canonical: (_key, rule) => folded(rule),
    isProse: () => true,
  }
}

/** Returns the key of a rule; spellings that fold to one text share it. */
export function ruleKey(rule: string): string {
  return `rule-${stableId(['rule', folded(rule)])}`
}

/** Returns the rule with its further lines indented, so that no rule renders like two. */
function continued(rule: string): string {
  return rule.replaceAll('\n', '\n  ')
}
