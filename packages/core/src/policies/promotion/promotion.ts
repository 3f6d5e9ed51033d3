import type { ArtifactId } from '../../model/ids.ts'
import type { MergeReport } from '../../model/report.ts'
import type { Policy } from '../policy.ts'

/** Slot: when an artifact's head goes from `dev` to `stable`. */
export interface PromotionPolicy extends Policy {
  /**
   * Called once a round. `known` lists every artifact of the run, also those without a report.
   * Returns the artifacts to promote, in the order of their ids.
   */
  observe(reports: readonly MergeReport[], known: readonly ArtifactId[]): readonly ArtifactId[]
}
