import { tallyOf } from '@agentdescent/core'
import type { LeaseId, Measurement, MergeReport, Proposal, RoundReport, RunEvent } from '@agentdescent/core'
import type { LostProposal, MergeLine, RoundLine } from './demo-report.ts'

type Candidate = Extract<RunEvent, { readonly type: 'candidate' }>

/** Listens to a run and writes down what happened in which round. */
export class RunBook {
  readonly #rounds: RoundLine[] = []
  readonly #roundOf = new Map<LeaseId, number>()
  readonly #proposals = new Map<LeaseId, Proposal>()
  #round = 0
  #candidate: Candidate | undefined
  #rows: readonly Measurement[] = []
  #merge: { readonly line: MergeLine; readonly report: MergeReport } | undefined
  #heldOut = 0
  #rollouts = 0

  readonly observe = (event: RunEvent): void => {
    if (event.type === 'run-start') this.#heldOut = event.heldOut.length
    else if (event.type === 'round-start') this.#open(event.round)
    else if (event.type === 'card') this.#roundOf.set(event.card.lease, this.#round)
    else if (event.type === 'proposal') this.#keep(event.proposal)
    else if (event.type === 'candidate') this.#candidate = event
    else if (event.type === 'measured') this.#rows = event.rows
    else if (event.type === 'merge-end')
      this.#merge = { line: this.#lineOf(event.report), report: event.report }
    else if (event.type === 'round-end') this.#close(event.round)
  }

  rounds(): readonly RoundLine[] {
    return this.#rounds
  }

  /** Returns the proposals that are in no commit. */
  lost(): readonly LostProposal[] {
    return [...this.#proposals.values()]
      .filter(({ verdict }) => verdict !== 'committed')
      .map((proposal) => {
        const { author, text, verdict, reason } = proposal
        const rival = verdict === 'conflict-dropped' ? this.#rivalOf(proposal) : undefined
        const keptInstead = rival === undefined ? {} : { keptInstead: rival.text }
        return { round: this.#roundIn(proposal), author, text, verdict, reason, ...keptInstead }
      })
  }

  /** Returns the proposal of the same round that edits the same key and survived the conflict. */
  #rivalOf(loser: Proposal): Proposal | undefined {
    return [...this.#proposals.values()].find(
      (other) =>
        other.verdict !== 'conflict-dropped' &&
        this.#roundIn(other) === this.#roundIn(loser) &&
        [...other.edits.keys()].some((key) => loser.edits.has(key)),
    )
  }

  #roundIn({ lease }: Proposal): number {
    return this.#roundOf.get(lease) ?? 0
  }

  #open(round: number): void {
    this.#round = round
    this.#merge = undefined
    this.#forget()
  }

  #keep(proposal: Proposal): void {
    this.#proposals.set(proposal.lease, proposal)
    if (!this.#roundOf.has(proposal.lease)) this.#roundOf.set(proposal.lease, this.#round)
  }

  #forget(): void {
    this.#candidate = undefined
    this.#rows = []
  }

  #lineOf(report: MergeReport): MergeLine {
    const isNext = ({ candidate }: Measurement): boolean => candidate === this.#candidate?.state
    const measured =
      this.#rows.length === 0
        ? {}
        : {
            before: tallyOf(this.#rows.filter((row) => !isNext(row))),
            after: tallyOf(this.#rows.filter(isNext)),
          }
    const { fused = false, members = [] } = this.#candidate ?? {}
    this.#forget()
    const line = { outcome: report.outcome, joined: fused ? members.length : 0, ...measured }
    if (report.outcome !== 'committed' && report.outcome !== 'below-threshold') return line
    const { probability, threshold } = report.verdict
    return { ...line, probability, threshold }
  }

  #close({ round, reward, rollouts }: RoundReport): void {
    const successes = Math.round(reward * this.#heldOut)
    const counts = this.#merge?.report.counts
    this.#rounds.push({
      round,
      rollouts: rollouts - this.#rollouts,
      cards: counts?.considered ?? 0,
      conflicts: counts?.conflicts ?? 0,
      ...(this.#merge === undefined ? {} : { merge: this.#merge.line }),
      head: { successes, failures: this.#heldOut - successes },
    })
    this.#rollouts = rollouts
  }
}
