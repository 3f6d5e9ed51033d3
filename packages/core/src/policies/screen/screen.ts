import type { Artifact } from '../../model/artifact.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import type { Policy } from '../policy.ts'

/** Slot: refuses a card before anything is measured. */
export interface ScreenPolicy extends Policy {
  /** Returns why the card is refused, in one sentence; undefined lets it pass. */
  screen(card: EvidenceCard, base: Artifact): string | undefined
}
