import { keyedRules } from '../../../src/strategies/keyed-rules.ts'
import { placementOf } from '../text-strategies.ts'

interface Input {
  readonly categories: readonly string[]
  readonly proposal: string
  readonly declared_keys: readonly string[]
}

/** "keyed rules cannot reach a declared category or store an empty value" */
export function replay({ categories, proposal, declared_keys }: Input): unknown {
  const strategy = keyedRules({ categories })
  if (JSON.stringify(strategy.keys?.()) !== JSON.stringify(declared_keys))
    throw new Error(`The declared keys are ${JSON.stringify(strategy.keys?.())}.`)
  const placement = placementOf(strategy, strategy.toEdits(strategy.initial(), proposal))
  return placement ?? { diff: null }
}
