import type { Diff } from '../model/diff.ts'
import type { MergeReport } from '../model/report.ts'
import type { Json } from '../runtime/json.ts'

/** How large one diff may be. */
export interface TrustRegion {
  /** Returns why the diff is too large, in one sentence with both figures; undefined when it fits. */
  refuse(diff: Diff): string | undefined
  /** Learns from how merges ended; a fixed region does nothing. */
  observe(reports: readonly MergeReport[]): void
  /** Returns what it has learnt; present exactly when it learns. */
  state?(): Json
  /** Continues from what `state` returned. */
  restore?(state: Json): void
}
