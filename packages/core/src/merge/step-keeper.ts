import { canonicalJson } from '../runtime/canonical-json.ts'
import type { MergeReport } from '../model/report.ts'
import type { MergeContext } from './context.ts'
import { learntBy } from './learners.ts'

/** Puts on record what each step came to: one write for a step, and none for one of which there is nothing to tell. */
export class StepKeeper {
  readonly #context: MergeContext
  #step = 0
  #told = ''

  constructor(context: MergeContext) {
    this.#context = context
  }

  /** Counts a step, and keeps how its buckets and proposals ended. */
  async keep(reports: readonly MergeReport[]): Promise<void> {
    this.#step++
    const proposals = this.#context.takeConcluded()
    if (reports.length > 0 || proposals.length > 0) await this.#write({ reports, proposals })
  }

  /** Keeps what was learnt in quiet steps since the last record; for the end of a clean run. */
  async close(): Promise<void> {
    const proposals = this.#context.takeConcluded()
    if (this.#step > 0 && (proposals.length > 0 || this.#told !== this.#learnt()))
      await this.#write({ reports: [], proposals })
  }

  async #write({
    reports,
    proposals,
  }: Pick<Parameters<MergeContext['ledger']['record']>[0], 'proposals' | 'reports'>): Promise<void> {
    const { ledger, run } = this.#context
    const learnt = learntBy(this.#context)
    await ledger.record({ run, step: this.#step, reports, proposals, learnt })
    this.#told = this.#learnt()
  }

  #learnt(): string {
    return canonicalJson(learntBy(this.#context).map((one) => ({ ...one })))
  }
}
