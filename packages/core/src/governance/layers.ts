import { GovernanceError, shown } from '../model/errors.ts'
import type { ArtifactId } from '../model/ids.ts'

/** `frozen` never changes; `slow` needs a strict gain at every merge; `fast` needs none beyond the gate. */
export type Layer = 'frozen' | 'slow' | 'fast'

/** Ids that no run may evolve: they are what judges the run. */
export const FROZEN_IDS: readonly string[] = [
  'oracle',
  'audit_budget',
  'merge_permissions',
  'safety_constraints',
]

/** Above this blast radius an artifact belongs to the slow layer. */
export const FAST_BLAST_RADIUS = 0.3

/** Returns the governance layer of an artifact. */
export function layerOf(id: ArtifactId, blastRadius: number): Layer {
  if (FROZEN_IDS.includes(id)) return 'frozen'
  return blastRadius <= FAST_BLAST_RADIUS ? 'fast' : 'slow'
}

/** Commits that a card may be behind the head, by layer. */
export type Tolerance = {
  readonly slow: number
  readonly fast: number
}

export const DEFAULT_TOLERANCE: Tolerance = { slow: 5, fast: 1 }

/** Returns how many commits a card may be behind; none when its diff breaks the contract. */
export function toleranceOf(
  layer: Layer,
  breaksContract: boolean,
  tolerance: Tolerance = DEFAULT_TOLERANCE,
): number {
  if (breaksContract) return 0
  return layer === 'slow' ? tolerance.slow : tolerance.fast
}

/** @throws GovernanceError `frozen-artifact` for a frozen id. */
export function refuseFrozen(id: ArtifactId, blastRadius: number): void {
  if (layerOf(id, blastRadius) !== 'frozen') return
  throw new GovernanceError({
    code: 'frozen-artifact',
    argument: 'artifact.id',
    value: shown(id),
    message: `Artifact id ${shown(id)} is reserved: no run may evolve what judges it.`,
    fix: `Choose another id; reserved are ${FROZEN_IDS.join(', ')}.`,
  })
}
