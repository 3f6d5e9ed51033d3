import type { Verdict } from '../model/candidate.ts'
import type { EvidenceCard } from '../model/evidence.ts'
import type { ArtifactId } from '../model/ids.ts'
import type { ProposalDraft } from '../model/rollout.ts'
import type { ConflictResolution } from './conflict/conflict.ts'
import type { Fusion } from './fusion/fusion.ts'
import type { Disposition } from './staleness/staleness.ts'

export function isDisposition(reply: unknown): reply is Disposition {
  return reply === 'accept' || reply === 'rebase' || reply === 'discard'
}

export function isDrafts(reply: unknown): reply is readonly ProposalDraft[] {
  return Array.isArray(reply) && reply.every((draft) => isRecord(draft) && typeof draft['text'] === 'string')
}

/** Every card is kept or dropped, exactly once; a kept one may have lost edits, so its rollout says which it is. */
export function isConflictResolution(
  reply: unknown,
  cards: readonly EvidenceCard[],
): reply is ConflictResolution {
  if (!isRecord(reply) || !Array.isArray(reply['kept']) || !Array.isArray(reply['dropped'])) return false
  const { kept, dropped } = reply
  const isDropped = (entry: unknown): boolean => isRecord(entry) && typeof entry['reason'] === 'string'
  if (kept.length === 0 || !dropped.every(isDropped)) return false
  const placed = [...kept, ...dropped.map((entry: { readonly card: unknown }) => entry.card)].map(leaseOf)
  return placed.length === cards.length && cards.every(({ lease }) => placed.includes(lease))
}

function leaseOf(card: unknown): unknown {
  return isRecord(card) ? card['lease'] : undefined
}

export function isFusion(reply: unknown, cards: readonly EvidenceCard[]): reply is Fusion {
  if (!isRecord(reply) || !(reply['edits'] instanceof Map) || !Array.isArray(reply['members'])) return false
  const { edits, members, fused, trial } = reply
  const isMember = (member: unknown): boolean => cards.some(({ lease }) => lease === leaseOf(member))
  const hasParts = typeof fused === 'boolean' && isRecord(trial)
  return hasParts && edits.size > 0 && members.length > 0 && members.every(isMember)
}

export function isVerdict(reply: unknown): reply is Verdict {
  if (!isRecord(reply)) return false
  const figures = [reply['probability'], reply['threshold'], reply['gain']]
  if (!figures.every((figure) => Number.isFinite(figure))) return false
  if (reply['accepted'] === true) return true
  const isReasoned = typeof reply['reason'] === 'string' && typeof reply['detail'] === 'string'
  return reply['accepted'] === false && isReasoned
}

export function isIds(reply: unknown, known: readonly ArtifactId[]): reply is readonly ArtifactId[] {
  return Array.isArray(reply) && reply.every((id) => known.some((other) => other === id))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
