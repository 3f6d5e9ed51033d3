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

/** Returns the strategy of one text, a system prompt for example: each proposal is its new whole. */
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
      const isTooShort = text === '' || [...text].length < minCharacters
      return isTooShort || text === state.get(key) ? undefined : new Map([[key, text]])
    },
    keys: () => [key],
    isProse: () => true,
  }
}
