import type { Failure, RowTask, RunEvent, RunSetup } from '@agentdescent/sdk'
import { Outputs } from './sample.ts'

/** What a run is doing. */
export type Phase = 'measuring the start' | 'rollouts' | 'merging' | 'measuring'

export interface Progress {
  readonly phase: Phase
  /** Counted from 1; 0 before the first. */
  readonly round: number
  readonly rounds: number
  /** Held-out reward after the last round. */
  readonly reward?: number
  readonly calls: number
  /** Calls that wait for an answer. */
  readonly pending: number
  readonly seconds: number
  /** Until the time limit, or as the rounds so far suggest. */
  readonly secondsLeft?: number
}

/** Follows a run from outside: who was called how often, what was answered, how far it is. */
export class RunWatch {
  readonly outputs: Outputs = new Outputs()
  readonly #setup: RunSetup
  readonly #heldOut: ReadonlySet<string>
  readonly #now: () => number
  readonly #startMs: number
  readonly #calls = { agent: 0, reflector: 0 }
  #pending = 0
  #phase: Phase = 'measuring the start'
  #round = 0
  #reward: number | undefined

  constructor(setup: RunSetup, now: () => number) {
    this.#setup = setup
    this.#heldOut = new Set(setup.preview.heldOut)
    this.#now = now
    this.#startMs = now()
  }

  /** Calls of the agent and of the proposer. */
  get calls(): { readonly agent: number; readonly reflector: number } {
    return { ...this.#calls }
  }

  /** Returns the run's agent with this watch between. */
  agent(): RunSetup['options']['agent'] {
    const { agent } = this.#setup.options
    if (agent === undefined) return undefined
    const run: typeof agent.run = (rendered, task, context) => {
      this.#calls.agent++
      return this.#waiting(async () => {
        const output = await agent.run(rendered, task, context)
        this.#keep(rendered, task, output)
        return output
      })
    }
    const propose: typeof agent.propose = (failure, context) => {
      this.#calls.reflector++
      return this.#waiting(async () => agent.propose(failure, context))
    }
    return {
      // Scores are kept under the agent's name, whoever watches it.
      ...(agent.identity === undefined ? {} : { identity: agent.identity }),
      run: Object.assign(run, {
        remember: (...[rendered, task, output]: readonly [string, RowTask, string]) => {
          this.#calls.agent++
          this.#keep(rendered, task, output)
          agent.run.remember?.(rendered, task, output)
        },
      }),
      propose: Object.assign(propose, {
        remember: (failure: Failure<RowTask>) => {
          this.#calls.reflector++
          agent.propose.remember?.(failure)
        },
      }),
    }
  }

  #keep(rendered: string, { id }: RowTask, output: string): void {
    if (this.#heldOut.has(id)) this.outputs.keep(rendered, id, output)
  }

  observe(event: RunEvent): void {
    if (event.type === 'round-start') {
      this.#round = event.round + 1
      this.#phase = 'rollouts'
    } else if (event.type === 'candidate') this.#phase = 'measuring'
    else if (event.type === 'merge-end' || event.type === 'card-dropped') this.#phase = 'merging'
    else if (event.type === 'round-end') this.#reward = event.round.reward
  }

  progress(): Progress {
    const seconds = (this.#now() - this.#startMs) / 1000
    const { rounds } = this.#setup.preview
    const secondsLeft = this.#secondsLeft(seconds, rounds)
    return {
      phase: this.#phase,
      round: this.#round,
      rounds,
      calls: this.#calls.agent + this.#calls.reflector,
      pending: this.#pending,
      seconds,
      ...(this.#reward === undefined ? {} : { reward: this.#reward }),
      ...(secondsLeft === undefined ? {} : { secondsLeft }),
    }
  }

  #secondsLeft(seconds: number, rounds: number): number | undefined {
    const limit = this.#setup.options.stop?.maxSeconds
    const done = this.#reward === undefined ? 0 : this.#round
    const byRounds = done === 0 ? undefined : (seconds / done) * (rounds - done)
    const byLimit = limit === undefined ? undefined : limit - seconds
    const known = [byRounds, byLimit].filter((left) => left !== undefined)
    return known.length === 0 ? undefined : Math.max(0, Math.min(...known))
  }

  async #waiting<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#pending++
    try {
      return await work()
    } finally {
      this.#pending--
    }
  }
}
