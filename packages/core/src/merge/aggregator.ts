import type { EvidenceCard } from '../model/evidence.ts'
import type { ArtifactId } from '../model/ids.ts'
import type { MergeReport } from '../model/report.ts'
import type { MergeContext } from './context.ts'
import type { BucketKey, Intake } from './intake.ts'
import { mergeBucket } from './pipeline.ts'
import { StepKeeper } from './step-keeper.ts'

/** Receives evidence and takes optimizer steps: the optimizer of the run. */
export interface Aggregator {
  /** Cards that wait for a merge. */
  readonly pending: number
  ingest(card: EvidenceCard): void
  /** Merges every bucket that is due, then lets promotion observe. Returns one report per bucket. */
  step(): Promise<readonly MergeReport[]>
  /** Merges what still waits, due or not: nothing that was paid for is left behind. */
  flush(): Promise<readonly MergeReport[]>
  /** Promotes every artifact whose head is newer than what `stable` holds; for the end of a clean run. */
  finalize(): Promise<void>
}

/** Returns the aggregator that merges bucket by bucket, one artifact after the other. */
export function bucketAggregator(context: MergeContext, intake: Intake): Aggregator {
  const known = new Set<ArtifactId>()
  const promoted = new Map<ArtifactId, number>()
  const keeper = new StepKeeper(context)

  const mergeOne = async (key: BucketKey): Promise<MergeReport> => {
    const cards = intake.drain(key)
    try {
      const report = await mergeBucket(key.artifact, cards, context)
      context.observe({ type: 'merge-end', report })
      return report
    } catch (error) {
      // A merge that could not be finished decided nothing: its evidence waits for the next one.
      for (const card of cards) intake.add(card, key.branch)
      throw error
    }
  }

  const merge = async (ready: readonly BucketKey[]): Promise<readonly MergeReport[]> => {
    const reports: MergeReport[] = []
    for (const key of ready) reports.push(await mergeOne(key))
    context.trustRegion.observe(reports)
    const due = context.policies.promotion.observe(reports, [...known])
    await keeper.keep(reports)
    for (const artifact of due) await promote(artifact)
    return reports
  }

  const promote = async (id: ArtifactId): Promise<void> => {
    const head = await context.ledger.snapshot()
    const version = head.version.get(id)
    if (version === undefined || promoted.get(id) === version) return
    const stable = await context.ledger.snapshot('stable')
    if (stable.version.get(id) !== version) await context.ledger.promote(id, promotionMessage(id, version))
    promoted.set(id, version)
    context.observe({ type: 'promoted', artifact: id, version })
  }

  return {
    get pending() {
      return intake.pending
    },
    ingest(card) {
      known.add(card.diff.target)
      intake.add(card)
      context.observe({ type: 'card', card })
    },
    step() {
      intake.tick()
      return merge(intake.ready())
    },
    flush: () => merge(intake.waiting()),
    async finalize() {
      const { artifacts } = await context.ledger.snapshot()
      for (const id of artifacts.keys()) await promote(id)
      await keeper.close()
    },
  }
}

function promotionMessage(id: ArtifactId, version: number): Parameters<MergeContext['ledger']['promote']>[1] {
  return {
    subject: `promote ${id} version ${version}`,
    trailers: [['AgentDescent-Promotes', `${id} ${version}`]],
  }
}
