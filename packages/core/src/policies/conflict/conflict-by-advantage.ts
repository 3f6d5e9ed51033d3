import type { EvidenceCard } from '../../model/evidence.ts'
import { checkedSetting } from '../checked-setting.ts'
import { innerMemory } from '../inner-memory.ts'
import { descriptionOf } from '../policies-fingerprint.ts'
import type { ConflictContext, ConflictPolicy } from './conflict.ts'
import { type Duel, type DuelRules, resolveByDuels } from './duels.ts'

export interface ConflictByAdvantageOptions {
  /** Standard deviations by which two advantages must differ to decide; default 0.5. */
  readonly margin?: number
}

/**
 * Returns the conflict rule that keeps the card of the clearly higher group advantage. Where an advantage is unknown,
 * or the two are within the margin, `inner` decides the pair.
 * @throws OptionError `bad-setting` for a negative margin.
 */
export function conflictByAdvantage(
  inner: ConflictPolicy,
  { margin = 0.5 }: ConflictByAdvantageOptions = {},
): ConflictPolicy {
  checkedSetting({ argument: 'conflictByAdvantage.margin', value: margin, least: 0 })
  return {
    name: 'conflict-by-advantage',
    settings: { margin, inner: descriptionOf(inner) },
    resolve: (cards, context) => resolveByDuels(cards, duelRules(inner, margin, context)),
    ...innerMemory(inner),
  }
}

function duelRules(inner: ConflictPolicy, margin: number, context: ConflictContext): DuelRules {
  return {
    same: context.same,
    decide: async (incumbent, newcomer) =>
      advantageDuel(incumbent, newcomer, margin) ??
      (await innerDuel(incumbent, newcomer, { inner, context })),
  }
}

function advantageDuel(incumbent: EvidenceCard, newcomer: EvidenceCard, margin: number): Duel | undefined {
  const [old, young] = [incumbent.advantage, newcomer.advantage]
  if (old === undefined || young === undefined || old === young) return undefined
  if (Math.abs(old - young) < margin) return undefined
  const [low, high] = young > old ? [old, young] : [young, old]
  const why = `its group advantage is ${low.toFixed(3)} against ${high.toFixed(3)}`
  return { winner: young > old ? 'newcomer' : 'incumbent', why }
}

async function innerDuel(
  incumbent: EvidenceCard,
  newcomer: EvidenceCard,
  { inner, context }: { readonly inner: ConflictPolicy; readonly context: ConflictContext },
): Promise<Duel> {
  const { kept } = await inner.resolve([incumbent, newcomer], context)
  const winner = !kept.includes(newcomer) ? 'incumbent' : kept.includes(incumbent) ? 'both' : 'newcomer'
  return { winner, why: `${inner.name} keeps the other` }
}
