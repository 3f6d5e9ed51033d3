import { OptionError, shown } from '../model/errors.ts'
import { PersistentMap } from '../model/persistent-map.ts'
import { ruleKey } from './append-rules.ts'
import { folded } from './folded.ts'
import type { Strategy } from './strategy.ts'

export interface KeyedRulesOptions {
  /** Names of the keys; outer blanks and letter case do not distinguish them, no colon and no line break in a name. */
  readonly categories: readonly string[]
  /** First line of the rendering; default `# Config (by category)`. */
  readonly title?: string
}

/** Where a proposal goes, and what is stored there. */
interface Placement {
  readonly key: string
  readonly value: string
}

/**
 * Returns the strategy of one text per category. A proposal `name: text` replaces the text of that category; any other
 * is a rule under a key of its own.
 * @throws OptionError `bad-category` for a name that no proposal could address.
 */
export function keyedRules({ categories, title = '# Config (by category)' }: KeyedRulesOptions): Strategy {
  const declared = new Set(categories.map(checkedCategory))
  return {
    name: 'keyed-rules',
    rendering: { strategy: 'keyed-rules', options: { categories: [...declared], title } },
    initial: () => PersistentMap.empty,
    render: (state) => {
      const sections = [...state].flatMap(([key, value]) => [`## ${key}`, escaped(value)])
      return [title, ...(sections.length === 0 ? ['(empty)'] : sections)].join('\n')
    },
    toEdits: (state, proposal) => {
      const { key, value } = placementOf(proposal, declared)
      const before = state.get(key)
      const isKnown = before === value || (before !== undefined && !declared.has(key))
      return value === '' || isKnown ? undefined : new Map([[key, value]])
    },
    keys: () => [...declared],
    canonical: (key, value) => (declared.has(key) ? value : folded(value)),
    isProse: () => true,
  }
}

function placementOf(proposal: string, declared: ReadonlySet<string>): Placement {
  const colon = proposal.indexOf(':')
  const name = folded(proposal.slice(0, Math.max(0, colon)))
  if (declared.has(name)) return { key: name, value: proposal.slice(colon + 1).trim() }
  return { key: ruleKey(proposal), value: proposal.trim() }
}

function checkedCategory(category: string): string {
  const name = folded(category)
  if (name !== '' && !/[:\r\n]/.test(name)) return name
  throw new OptionError({
    code: 'bad-category',
    argument: 'strategy.categories',
    value: shown(category),
    message: `Category ${shown(category)} must be a name without colon and line break: a proposal addresses it as "name: text".`,
    fix: 'Choose a name like "output format".',
  })
}

/** Returns the value with a backslash before each line that would read as the heading of another key. */
function escaped(value: string): string {
  return value.replaceAll(/^(?=\\*## )/gm, '\\')
}
