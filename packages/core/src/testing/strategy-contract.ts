import { applyEdits, type ArtifactState } from '../model/artifact.ts'
import type { Strategy } from '../strategies/strategy.ts'
import type { Check } from './check.ts'
import { claimEqual } from './claims.ts'

/** Returns every claim that a strategy must meet. `proposals` are texts of which each asks the initial state for a change. */
export function strategyContract(proposals: readonly string[]): readonly Check<Strategy>[] {
  return [...changeChecks(proposals), ...formChecks(proposals)]
}

/** What a strategy makes of proposals. */
function changeChecks(proposals: readonly string[]): readonly Check<Strategy>[] {
  return [
    {
      name: 'starts, renders and reads proposals alike at every call',
      run: (make) => {
        const [one, other] = [make(), make()]
        claimEqual(other.initial(), one.initial(), 'the initial state')
        claimEqual(other.keys?.(), one.keys?.(), 'the declared keys')
        for (const state of statesAlong(one, proposals)) {
          claimEqual(other.render(state), one.render(state), 'the rendering')
          for (const proposal of proposals)
            claimEqual(other.toEdits(state, proposal), one.toEdits(state, proposal), `edits of ${proposal}`)
        }
      },
    },
    {
      name: 'asks for a change by at least one edit, and leaves the state as it is',
      run: (make) => {
        const [strategy, initial] = [make(), make().initial()]
        const before = [...initial]
        for (const proposal of proposals)
          claimEqual(
            (strategy.toEdits(initial, proposal)?.size ?? 0) > 0,
            true,
            `${proposal} asks for an edit`,
          )
        claimEqual([...initial], before, 'the state')
      },
    },
    {
      name: 'asks for nothing that is there already',
      run: (make) => {
        const strategy = make()
        for (const proposal of proposals) {
          const state = stateAfter(strategy, strategy.initial(), proposal)
          claimEqual(strategy.toEdits(state, proposal), undefined, `${proposal} once more`)
        }
      },
    },
    {
      name: 'asks for nothing on behalf of a blank proposal',
      run: (make) => {
        for (const blank of ['', ' ', '\n\t '])
          claimEqual(make().toEdits(make().initial(), blank), undefined, JSON.stringify(blank))
      },
    },
  ]
}

/** How a strategy shows, names and compares what it holds. */
function formChecks(proposals: readonly string[]): readonly Check<Strategy>[] {
  return [
    { name: 'renders different states differently', run: (make) => checkRendering(make(), proposals) },
    {
      name: 'has one canonical form per value, which is its own',
      run: (make) => {
        const strategy = make()
        for (const state of statesAlong(strategy, proposals))
          for (const [key, value] of state) {
            const form = strategy.canonical?.(key, value) ?? value
            claimEqual(strategy.canonical?.(key, form) ?? form, form, `canonical form of ${value}`)
          }
      },
    },
    {
      name: 'takes names of object members as plain text',
      run: (make) => {
        const strategy = make()
        for (const proposal of ['__proto__', 'constructor: x', '__proto__: y', 'toString']) {
          const state = stateAfter(strategy, strategy.initial(), proposal)
          claimEqual(
            [...state].every(([, value]) => proposal.includes(value)),
            true,
            `the state after ${proposal}`,
          )
        }
      },
    },
    {
      name: 'declares each key once',
      run: (make) => {
        const keys = make().keys?.() ?? []
        claimEqual(new Set(keys).size, keys.length, 'distinct keys')
      },
    },
  ]
}

function checkRendering(strategy: Strategy, proposals: readonly string[]): void {
  const rendered = new Map<string, string>()
  for (const state of statesAlong(strategy, proposals)) {
    const [text, content] = [strategy.render(state), JSON.stringify([...state])]
    claimEqual(
      rendered.get(text) ?? content,
      content,
      `the only state that renders as ${JSON.stringify(text)}`,
    )
    rendered.set(text, content)
  }
}

/** Returns the initial state, each state one proposal away from it, and each on the way through all of them. */
function statesAlong(strategy: Strategy, proposals: readonly string[]): readonly ArtifactState[] {
  const initial = strategy.initial()
  const states = [initial, ...proposals.map((proposal) => stateAfter(strategy, initial, proposal))]
  let state = initial
  for (const proposal of proposals) {
    state = stateAfter(strategy, state, proposal)
    states.push(state)
  }
  return states
}

function stateAfter(strategy: Strategy, state: ArtifactState, proposal: string): ArtifactState {
  const edits = strategy.toEdits(state, proposal)
  return edits === undefined ? state : applyEdits(state, edits)
}
