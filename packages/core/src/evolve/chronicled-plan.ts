import type { Chronicle } from '../journal/chronicle.ts'
import { journaledCache } from '../journal/journaled-cache.ts'
import { journaledStore } from '../journal/journaled-store.ts'
import type { Task } from '../model/task.ts'
import { contentDigest } from '../runtime/digest.ts'
import type { EvaluationSettings, MergeGroup } from './resolve-groups.ts'
import type { RunPlan } from './resolve-options.ts'

/** Returns the plan with everything that a run asks of the world between the run and its journal. */
export function chronicledPlan<T extends Task, Output>(
  plan: RunPlan<T, Output>,
  chronicle: Chronicle,
): RunPlan<T, Output> {
  const { cache } = plan.evaluation
  return {
    ...plan,
    clock: chronicle.clock,
    ledger: journaledStore(plan.ledger, chronicle),
    merge: { ...plan.merge, ...watchedOffload(plan.merge, chronicle) },
    evaluation: {
      ...plan.evaluation,
      ...(cache === undefined ? {} : { cache: journaledCache(cache, chronicle) }),
      ...journaledOracle(plan.evaluation, chronicle),
    },
  }
}

/** A merge on another thread may take longer than the past waits for something that has not come. */
function watchedOffload({ offload }: MergeGroup, chronicle: Chronicle): Pick<MergeGroup, 'offload'> {
  if (offload === undefined) return {}
  return {
    offload: {
      isWorthIt: (bytes) => offload.isWorthIt(bytes),
      mergeText: (...asked) => chronicle.busy(() => offload.mergeText(...asked)),
      mergeMany: (...asked) => chronicle.busy(() => offload.mergeMany(...asked)),
      close: () => offload.close(),
    },
  }
}

function journaledOracle(
  { oracle }: EvaluationSettings,
  chronicle: Chronicle,
): Pick<EvaluationSettings, 'oracle'> {
  if (oracle === undefined) return {}
  return {
    oracle: (rendered) =>
      chronicle.outcome({
        key: `oracle ${chronicle.ordinal('oracle')}`,
        request: contentDigest(rendered),
        make: async () => oracle(rendered),
        encode: (score) => score,
        decode: Number,
      }),
  }
}
