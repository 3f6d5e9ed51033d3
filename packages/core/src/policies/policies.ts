import type { AcceptancePolicy } from './acceptance/acceptance.ts'
import type { ConflictPolicy } from './conflict/conflict.ts'
import type { FusionPolicy } from './fusion/fusion.ts'
import type { PromotionPolicy } from './promotion/promotion.ts'
import type { ProposalPolicy } from './proposal/proposal.ts'
import type { ScreenPolicy } from './screen/screen.ts'
import type { SelectionPolicy } from './selection/selection.ts'
import type { StalenessPolicy } from './staleness/staleness.ts'
import type { TaskSamplingPolicy } from './task-sampling/task-sampling.ts'

/** The nine decisions of a run; each has a default. */
export interface Policies {
  readonly selection: SelectionPolicy
  readonly taskSampling: TaskSamplingPolicy
  readonly proposal: ProposalPolicy
  readonly screen: ScreenPolicy
  readonly staleness: StalenessPolicy
  readonly conflict: ConflictPolicy
  readonly fusion: FusionPolicy
  readonly acceptance: AcceptancePolicy
  readonly promotion: PromotionPolicy
}
