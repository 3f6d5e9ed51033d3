import type { Policy } from '../policy.ts'

/** Keep the card as it is, keep it if it still helps on the present head, or drop it. */
export type Disposition = 'accept' | 'rebase' | 'discard'

export interface Staleness {
  /** Commits between the card's base and the head; negative when the head never had that base. */
  readonly staleBy: number
  /** Commits that the artifact's governance layer allows. */
  readonly tolerance: number
  readonly breaksContract: boolean
}

/** Slot: what happens to a card that the head has moved past. */
export interface StalenessPolicy extends Policy {
  decide(staleness: Staleness): Disposition
}

export interface StalenessOptions {
  /**
   * What becomes of a card whose base the head never had, after a rollback for example: dropped, or treated as any stale card.
   * Default `discard`.
   */
  readonly unknownBase?: 'discard' | 'as-stale'
}
