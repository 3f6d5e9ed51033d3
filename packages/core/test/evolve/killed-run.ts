import { type EvolutionResult, evolve, type EvolveOptions, MemoryStore } from '../../src/index.ts'
import type { JournalRecord, RunJournals } from '../../src/index.ts'
import { MemoryJournals } from '../../src/testing/journal/memory-journals.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'
import { landscape } from './landscape.ts'

/** The run that the tests kill: small, and yet every kind of record is in its journal. */
export const options = (): Omit<EvolveOptions, 'ledger' | 'clock'> => {
  const { run, propose, reward, tasks } = landscape({ kinds: 2, tasks: 10 }).options
  return { run, propose, reward, tasks, rounds: 3, workers: 2 }
}

/** A run that several processes have had, one after the other; each is ended after so many records have survived. */
export class KilledRun {
  readonly ledger = new MemoryStore()
  /** What the caller's code was asked, in order, over all processes. */
  readonly asked: string[] = []
  /** Of the process that has the run: each has its own, which starts at 0. */
  clock = new VirtualClock()
  readonly #options: Omit<EvolveOptions, 'ledger' | 'clock'>
  #records: ReadonlyMap<string, readonly JournalRecord[]> = new Map()

  constructor(given: Partial<Omit<EvolveOptions, 'ledger' | 'clock'>> = {}) {
    this.#options = { ...options(), ...given }
  }

  get records(): readonly JournalRecord[] {
    return [...this.#records.values()].flat()
  }

  /** How many calls had left their process and were not answered. */
  get unanswered(): number {
    const waiting = new Set<string>()
    for (const record of this.records) {
      if (record.kind === 'call') waiting.add(record.key)
      if (record.kind === 'answer' || record.kind === 'failure') waiting.delete(record.key)
    }
    return waiting.size
  }

  /** Plays until so many records in all have survived, one more than before at least, and leaves the process for dead. */
  async killedAfter(least: number): Promise<void> {
    const records = Math.max(least, this.records.length + 1)
    const journals = MemoryJournals.of(this.#records)
    await new Promise<void>((resolve, reject) => {
      const killing = endingJournals(journals, records, () => {
        this.#keep(journals, records)
        resolve()
      })
      this.#play(killing).then(() => {
        this.#keep(journals, Infinity)
        resolve()
      }, reject)
    })
  }

  /** Plays to the end, under other options where they are given. */
  async finished(given: Partial<Omit<EvolveOptions, 'ledger' | 'clock'>> = {}): Promise<EvolutionResult> {
    const journals = MemoryJournals.of(this.#records)
    const result = await this.#play(journals, given)
    this.#keep(journals, Infinity)
    return result
  }

  #play(
    journals: RunJournals,
    given: Partial<Omit<EvolveOptions, 'ledger' | 'clock'>> = {},
  ): Promise<EvolutionResult> {
    const whole = { ...this.#options, ...given }
    this.clock = new VirtualClock()
    const { run = () => '', propose = () => null } = whole
    return evolve({
      ...whole,
      run: (rendered, task, context) => {
        this.asked.push(`run ${task.id} ${context.trial} on ${rendered}`)
        return run(rendered, task, context)
      },
      propose: (failure, context) => {
        this.asked.push(`propose ${failure.task.id} on ${failure.rendered}`)
        return propose(failure, context)
      },
      ledger: this.ledger,
      journals,
      clock: this.clock,
    })
  }

  #keep(journals: MemoryJournals, most: number): void {
    const names = ['artifact', 'artifact-2', 'artifact-3']
    this.#records = new Map(names.map((name) => [name, journals.recordsOf(name).slice(0, most)]))
  }
}

/** Journals of a process that ends: from the given record on nothing survives, and nobody who waits for it goes on. */
function endingJournals(journals: RunJournals, most: number, onEnd: () => void): RunJournals {
  return {
    list: () => journals.list(),
    async open(name) {
      const journal = await journals.open(name)
      let count = journal.past.length
      return {
        ...journal,
        append(record) {
          count++
          if (count <= most) journal.append(record)
          if (count === most) onEnd()
        },
        settled: () => (count <= most ? journal.settled() : new Promise<never>(() => undefined)),
      }
    },
  }
}
