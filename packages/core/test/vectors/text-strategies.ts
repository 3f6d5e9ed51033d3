import { applyEdits, type ArtifactState, stateOf } from '../../src/model/artifact.ts'
import { contradicts, type Edits, overlaps, type SameValue } from '../../src/model/diff.ts'
import { appendRules } from '../../src/strategies/append-rules.ts'
import { keyedRules } from '../../src/strategies/keyed-rules.ts'
import { singleSlot } from '../../src/strategies/single-slot.ts'
import type { Strategy } from '../../src/strategies/strategy.ts'
import { diffOf } from '../../src/testing/evidence-fixtures.ts'

type State = Readonly<Record<string, string>>

interface Input {
  readonly strategy: 'append_rules' | 'keyed_rules' | 'single_slot'
  readonly title?: string
  readonly categories?: readonly string[]
  readonly initial_value?: string
  readonly key?: string
  readonly empty_render?: string
  readonly min_chars?: number
  readonly render_state?: State
  readonly declared_keys?: true
  readonly existing_rules?: readonly string[]
  readonly state?: State
  readonly proposals?: readonly string[]
  readonly proposal?: string
}

export function replay(input: Input): unknown {
  const strategy = strategyOf(input)
  if (input.render_state !== undefined)
    return { render: strategy.render(stateOf(Object.entries(input.render_state))) }
  if (input.declared_keys === true) return { keys: strategy.keys?.() }
  if (input.strategy === 'append_rules') return appended(strategy, input)
  const edits = strategy.toEdits(stateOf(Object.entries(input.state ?? {})), input.proposal ?? '')
  if (input.strategy === 'keyed_rules') return { diff: placementOf(strategy, edits) }
  return {
    ops: edits === undefined ? null : Object.fromEntries(edits),
    initial: Object.fromEntries(strategy.initial()),
    keys: strategy.keys?.(),
  }
}

/** Returns the category of the one edit, null for a key that is not declared, and its value. */
export function placementOf(strategy: Strategy, edits: Edits | undefined): unknown {
  const [entry] = edits ?? []
  if (entry === undefined) return null
  const [key, value] = entry
  return { category: strategy.keys?.().includes(key) === true ? key : null, value }
}

/** Returns how two proposals to one state relate, as diffs whose values compare in canonical form. */
export function relationOf(strategy: Strategy, left: Edits, right: Edits): string {
  const [a, b] = [diffOf('a', left), diffOf('b', right)]
  if (!overlaps(a, b)) return 'disjoint'
  return contradicts(a, b, sameOf(strategy)) ? 'contradict' : 'same key'
}

function sameOf({ canonical }: Strategy): SameValue {
  return (key, left, right) =>
    left === right || (left !== null && right !== null && canonical?.(key, left) === canonical?.(key, right))
}

function strategyOf(input: Input): Strategy {
  const title = input.title === undefined ? {} : { title: input.title }
  switch (input.strategy) {
    case 'append_rules':
      return appendRules(title)
    case 'keyed_rules':
      return keyedRules({ categories: input.categories ?? [], ...title })
    case 'single_slot':
      return singleSlot({
        ...(input.initial_value === undefined ? {} : { initial: input.initial_value }),
        ...(input.key === undefined ? {} : { key: input.key }),
        ...(input.empty_render === undefined ? {} : { emptyRender: input.empty_render }),
        ...(input.min_chars === undefined ? {} : { minCharacters: input.min_chars }),
      })
  }
  return input.strategy satisfies never
}

function appended(strategy: Strategy, { existing_rules = [], proposals = [] }: Input): unknown {
  const state = existing_rules.reduce((before, rule) => after(strategy, before, rule), strategy.initial())
  const diffs = proposals.map((proposal) => strategy.toEdits(state, proposal))
  const made = diffs.flatMap((edits, index) => (edits === undefined ? [] : [{ edits, index }]))
  return {
    diffs: diffs.map((edits) =>
      edits === undefined ? null : { edits: edits.size, value: [...edits.values()][0] },
    ),
    pairs: made.flatMap((left, place) =>
      made
        .slice(place + 1)
        .map((right) => [left.index, right.index, relationOf(strategy, left.edits, right.edits)]),
    ),
  }
}

function after(strategy: Strategy, state: ArtifactState, proposal: string): ArtifactState {
  return applyEdits(state, strategy.toEdits(state, proposal) ?? new Map())
}
