import type { ArtifactState } from '../model/artifact.ts'
import { AgentDescentError, ContractError, messageOf, shown } from '../model/errors.ts'
import { PersistentMap } from '../model/persistent-map.ts'
import { recently } from '../runtime/recently.ts'
import type { Strategy } from './strategy.ts'

/** Renderings kept: a round's workers and its gate ask for the same few states again and again. */
const MOST_RENDERINGS = 16

/**
 * Returns the strategy with its answers checked, so that a mistake in it is told as one, and each of the latest states rendered once.
 * What `toEdits` yields is checked where it becomes a diff.
 * @throws ContractError, from the methods: `bad-initial`, `bad-render` for anything but well-formed text, `strategy-threw`.
 */
export function checkedStrategy(strategy: Strategy): Strategy {
  const asked = <Answer>(method: string, ask: () => Answer): Answer => {
    try {
      return ask()
    } catch (error) {
      throw error instanceof AgentDescentError ? error : threw(strategy, method, error)
    }
  }
  const { name, rendering } = strategy
  return {
    name,
    ...(rendering === undefined ? {} : { rendering }),
    initial: () =>
      checkedInitial(
        strategy,
        asked('initial', () => strategy.initial()),
      ),
    render: recently(MOST_RENDERINGS, (state: ArtifactState) =>
      checkedText(
        strategy,
        asked('render', () => strategy.render(state)),
      ),
    ),
    toEdits: (state, proposal) => asked('toEdits', () => strategy.toEdits(state, proposal)),
    ...(strategy.keys && { keys: () => asked('keys', () => strategy.keys?.() ?? []) }),
    ...(strategy.canonical && {
      canonical: (key, value) => asked('canonical', () => strategy.canonical?.(key, value) ?? value),
    }),
    ...(strategy.isProse && { isProse: (key) => asked('isProse', () => strategy.isProse?.(key) ?? false) }),
  }
}

function checkedInitial(strategy: Strategy, state: unknown): PersistentMap {
  if (state instanceof PersistentMap) return state
  throw refusal(strategy, {
    code: 'bad-initial',
    method: 'initial',
    value: state,
    must: 'a state, as stateOf() makes it',
  })
}

function checkedText(strategy: Strategy, text: unknown): string {
  if (typeof text === 'string' && text.isWellFormed()) return text
  throw refusal(strategy, { code: 'bad-render', method: 'render', value: text, must: 'well-formed text' })
}

interface Refused {
  readonly code: string
  readonly method: string
  readonly value: unknown
  readonly must: string
}

function refusal({ name }: Strategy, { code, method, value, must }: Refused): ContractError {
  return new ContractError({
    code,
    argument: 'strategy',
    value: shown(value),
    message: `Strategy "${name}" returned ${shown(value)} from ${method}(); it must return ${must}.`,
  })
}

function threw({ name }: Strategy, method: string, cause: unknown): ContractError {
  return new ContractError({
    code: 'strategy-threw',
    argument: 'strategy',
    value: shown(messageOf(cause)),
    message: `Strategy "${name}" threw in ${method}(): ${messageOf(cause)}`,
    cause,
  })
}
