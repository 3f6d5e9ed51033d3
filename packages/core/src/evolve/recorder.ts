import { messageOf } from '../model/errors.ts'
import type { RunEvent } from '../model/event.ts'
import { proposalOf, type Proposal } from '../model/proposal.ts'
import type { MergeReport } from '../model/report.ts'
import type { Task } from '../model/task.ts'
import type { FusionTrial } from '../policies/fusion/fusion.ts'

/** Keeps what the result will show, and passes every event on to the caller's observer. */
export class Recorder {
  readonly reports: MergeReport[] = []
  readonly fusionTrials: FusionTrial[] = []
  readonly warnings: string[] = []
  readonly #proposals = new Map<string, Proposal>()
  readonly #concluded: Proposal[] = []
  readonly #textsByTask = new Map<string, string[]>()
  /** Proposals of the round: they join the history at its end, in the order of their leases, whoever was first to answer. */
  readonly #fresh: Proposal[] = []
  readonly #leases = new Map<string, number>()
  readonly #onEvent: ((event: RunEvent) => void) | undefined
  #hasFailed = false
  #rollouts = 0

  constructor(onEvent: ((event: RunEvent) => void) | undefined) {
    this.#onEvent = onEvent
  }

  /** Rollouts that came to an answer or failed. */
  get rollouts(): number {
    return this.#rollouts
  }

  /** Returns every proposed change, in the order in which it was made. */
  proposals(): readonly Proposal[] {
    return [...this.#proposals.values()]
  }

  /** Takes on what earlier runs have proposed for each task. */
  remember(textsByTask: ReadonlyMap<string, readonly string[]>): void {
    for (const [task, texts] of textsByTask) this.#textsByTask.set(task, [...texts])
  }

  /** Returns the proposals that came to an end since it was last asked. */
  takeConcluded(): readonly Proposal[] {
    return this.#concluded.splice(0).toSorted((left, right) => this.#issued(left) - this.#issued(right))
  }

  /** Returns the texts that earlier rounds proposed for the task, oldest first. */
  history({ id }: Task): readonly string[] {
    return this.#textsByTask.get(id) ?? []
  }

  observe(event: RunEvent): void {
    this.#keep(event)
    try {
      this.#onEvent?.(event)
    } catch (error) {
      this.#reportOnce(error)
    }
  }

  #keep(event: RunEvent): void {
    if (event.type === 'rollout-end' || event.type === 'rollout-failure') this.#rollouts++
    else if (event.type === 'merge-end') this.reports.push(event.report)
    else if (event.type === 'warning') this.warnings.push(event.message)
    else if (event.type === 'lease') this.#leases.set(event.lease, this.#leases.size)
    else if (event.type === 'round-start') this.#joinHistory()
    else if (event.type === 'card') this.#keepProposal(proposalOf(event.card, WAITING))
    else if (event.type === 'proposal') {
      this.#keepProposal(event.proposal)
      if (event.proposal.verdict !== 'pending') this.#concluded.push(event.proposal)
    }
  }

  #keepProposal(proposal: Proposal): void {
    const isNew = !this.#proposals.has(proposal.lease)
    this.#proposals.set(proposal.lease, proposal)
    if (isNew) this.#fresh.push(proposal)
  }

  /** Place of the proposal's lease in its round; a proposal of an earlier round comes after those of this one. */
  #issued({ lease }: Proposal): number {
    return this.#leases.get(lease) ?? this.#leases.size
  }

  #joinHistory(): void {
    const fresh = this.#fresh.splice(0).toSorted((left, right) => this.#issued(left) - this.#issued(right))
    for (const { tasks, text } of fresh)
      for (const task of tasks) this.#textsByTask.set(task, [...(this.#textsByTask.get(task) ?? []), text])
    this.#leases.clear()
  }

  #reportOnce(error: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.warnings.push(`onEvent threw and is ignored from here on where it throws: ${messageOf(error)}`)
  }
}

const WAITING = { verdict: 'pending', reason: 'Waits for a merge.' } as const
