import { stateOf } from '../model/artifact.ts'
import type { Strategy } from './strategy.ts'

export interface SingleSlotOptions {
  /** The text a run starts from; default none. */
  readonly initial?: string
  /** Default `value`. */
  readonly key?: string
  /** What `run` receives while there is no text; default `(no instruction yet)`. */
  readonly emptyRender?: string
  /** Characters (code points) a proposal has at least after trimming; default 1. */
  readonly minCharacters?: number
}

/**
 * Returns the strategy of one text, a system prompt for example: each proposal is its new whole. White space around the text stays
 * as it is: a proposal that brings its own asks for nothing by it, and would meet every other one where the text begins or ends.
 */
export function singleSlot(options: SingleSlotOptions = {}): Strategy {
  const { initial = '', key = 'value', emptyRender = '(no instruction yet)', minCharacters = 1 } = options
  return {
    name: 'single-slot',
    rendering: { strategy: 'single-slot', options: { key, emptyRender } },
    initial: () => stateOf(initial.trim() === '' ? [] : [[key, initial]]),
    render: (state) => {
      const text = state.get(key) ?? ''
      return text.trim() === '' ? emptyRender : text
    },
    toEdits: (state, proposal) => {
      const text = proposal.trim()
      if (text === '' || [...text].length < minCharacters) return undefined
      const held = state.get(key) ?? ''
      const next = within(held, text)
      return next === held ? undefined : new Map([[key, next]])
    },
    keys: () => [key],
    isProse: () => true,
  }
}

/** Returns the text with the white space that is around the one it replaces. */
function within(held: string, text: string): string {
  const replaced = held.trim()
  return replaced === '' ? text : held.replace(replaced, () => text)
}
