import { appendRules } from '../../../src/strategies/append-rules.ts'
import { relationOf } from '../text-strategies.ts'

/** "the same rule in two spellings contradicts itself" */
export function replay({ proposals }: { readonly proposals: readonly string[] }): { pair: string } {
  const strategy = appendRules()
  const [left, right] = proposals.map((proposal) => strategy.toEdits(strategy.initial(), proposal))
  if (left === undefined || right === undefined) throw new Error('Both proposals must ask for a rule.')
  return { pair: relationOf(strategy, left, right) }
}
