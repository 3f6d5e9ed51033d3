import type { SwapRequest, SwapResult } from '@agentdescent/core'
import { decideSwap } from '@agentdescent/core'
import type { CommitDraft } from './commit-draft.ts'
import type { SerialQueue } from './serial-queue.ts'

/** Writes a branch's next commits: `fill` drafts them on top of its head, again whenever another process moved the branch. */
export type Land = (branch: string, fill: (draft: CommitDraft) => void) => Promise<void>

/** Swaps that wait for the same turn. */
interface Round {
  readonly branch: string
  readonly requests: SwapRequest[]
  /** How many pieces of work were queued with the round: once there are more, something is to come between. */
  readonly pieces: number
  readonly answers: Promise<readonly Answer[]>
}

type Answer = { readonly result: SwapResult } | { readonly error: unknown }

/** More would make the first of them wait long. */
const ROUND_LIMIT = 64

/**
 * Lets swaps that wait for each other share a turn: each makes a commit of its own, on top of the one before it, but they are
 * written, synced and moved to together. Each is answered as if it had come alone, once all are durable.
 */
export class SwapRounds {
  readonly #queue: SerialQueue
  readonly #land: Land
  #waiting: Round | undefined

  constructor(queue: SerialQueue, land: Land) {
    this.#queue = queue
    this.#land = land
  }

  /** @throws what the decision about this swap throws, or what keeps the round from landing */
  async swap(request: SwapRequest): Promise<SwapResult> {
    const round = this.#join(request.branch)
    const position = round.requests.push(request) - 1
    const answer = (await round.answers)[position]
    if (answer === undefined) throw new RangeError(`A round of ${round.requests.length} swaps left one out.`)
    if ('error' in answer) throw answer.error
    return answer.result
  }

  #join(branch: string): Round {
    const open = this.#waiting
    const isFree =
      open?.branch === branch && open.pieces === this.#queue.pieces && open.requests.length < ROUND_LIMIT
    return isFree ? open : this.#begin(branch)
  }

  #begin(branch: string): Round {
    const requests: SwapRequest[] = []
    const answers = this.#queue.run(async () => {
      if (this.#waiting === round) this.#waiting = undefined
      return this.#play(branch, requests)
    })
    const round: Round = { branch, requests, answers, pieces: this.#queue.pieces }
    this.#waiting = round
    return round
  }

  async #play(branch: string, requests: readonly SwapRequest[]): Promise<readonly Answer[]> {
    let answers: readonly Answer[] = []
    await this.#land(branch, (draft) => {
      answers = requests.map((request) => answerTo(request, draft))
    })
    return answers
  }
}

function answerTo(request: SwapRequest, draft: CommitDraft): Answer {
  try {
    const decision = decideSwap(draft.head.artifacts, request)
    if (decision.outcome === 'conflict') return { result: decision }
    const { commit } = draft.add({ artifacts: decision.written, message: request.message })
    return { result: { outcome: 'swapped', commit } }
  } catch (error) {
    return { error }
  }
}
