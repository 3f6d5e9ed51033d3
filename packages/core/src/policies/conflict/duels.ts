import { contradictions, contradicts, type SameValue } from '../../model/diff.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import type { ConflictResolution } from './conflict.ts'

/** How two contradicting cards were decided. */
export interface Duel {
  readonly winner: 'incumbent' | 'newcomer' | 'both'
  /** Why the loser lost, as a clause about it. */
  readonly why: string
}

/** How cards that contradict each other are decided, two at a time. */
export interface DuelRules {
  readonly same: SameValue
  decide(incumbent: EvidenceCard, newcomer: EvidenceCard): Promise<Duel>
}

/**
 * Resolves contradictions by duels. In order of arrival each card meets all kept cards that it contradicts before any
 * of them goes: it is kept only if it loses to none, and then replaces those it beats. Cards that lost only to cards
 * which lost in turn are decided again among themselves, so nothing that contradicts no kept card is ever dropped.
 */
export async function resolveByDuels(
  cards: readonly EvidenceCard[],
  rules: DuelRules,
): Promise<ConflictResolution> {
  const reasons = new Map<EvidenceCard, string>()
  const kept = new Set<EvidenceCard>()
  for (let open = cards; open.length > 0; open = cards.filter((card) => isFree(card, kept, rules.same)))
    for (const card of await contest(open, rules, reasons)) kept.add(card)
  return {
    kept: cards.filter((card) => kept.has(card)),
    dropped: cards.flatMap((card) => (kept.has(card) ? [] : [{ card, reason: reasons.get(card) ?? '' }])),
  }
}

function isFree(card: EvidenceCard, kept: ReadonlySet<EvidenceCard>, same: SameValue): boolean {
  return !kept.has(card) && ![...kept].some((other) => contradicts(card.diff, other.diff, same))
}

async function contest(
  cards: readonly EvidenceCard[],
  rules: DuelRules,
  reasons: Map<EvidenceCard, string>,
): Promise<readonly EvidenceCard[]> {
  let kept: readonly EvidenceCard[] = []
  for (const newcomer of cards) {
    const rivals = kept.filter(({ diff }) => contradicts(diff, newcomer.diff, rules.same))
    const beaten = await beatenBy(newcomer, rivals, { rules, reasons })
    if (beaten !== undefined) kept = [...kept.filter((card) => !beaten.has(card)), newcomer]
  }
  return kept
}

interface Contest {
  readonly rules: DuelRules
  readonly reasons: Map<EvidenceCard, string>
}

/** Returns the rivals that the newcomer replaces; undefined when it loses to one of them, so that none goes. */
async function beatenBy(
  newcomer: EvidenceCard,
  rivals: readonly EvidenceCard[],
  { rules, reasons }: Contest,
): Promise<ReadonlySet<EvidenceCard> | undefined> {
  const lost = new Map<EvidenceCard, string>()
  for (const rival of rivals) {
    const { winner, why } = await rules.decide(rival, newcomer)
    if (winner === 'newcomer') lost.set(rival, reasonOf(rival, newcomer, { why, same: rules.same }))
    if (winner !== 'incumbent') continue
    reasons.set(newcomer, reasonOf(newcomer, rival, { why, same: rules.same }))
    return undefined
  }
  for (const [rival, reason] of lost) reasons.set(rival, reason)
  return new Set(lost.keys())
}

function reasonOf(
  loser: EvidenceCard,
  winner: EvidenceCard,
  { why, same }: { readonly why: string; readonly same: SameValue },
): string {
  const keys = contradictions(loser.diff, winner.diff, same).map((key) => JSON.stringify(key))
  return `It contradicts ${winner.diff.id} on ${keys.join(', ')}, and ${why}.`
}
