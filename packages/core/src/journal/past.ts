import type { StopReason } from '../model/report.ts'
import type { Json } from '../runtime/json.ts'
import { type JournalRecord, PAID, STEP } from './records.ts'

/** One call of the past: where it stands, and where its outcome does, if it came to one. */
export interface PastCall {
  readonly call?: number
  readonly request?: string
  outcome?: number
}

/** What earlier owners of a run left, found by what it is about. */
export class Past {
  readonly records: readonly JournalRecord[]
  /** By key, in order; each is taken once. */
  readonly #calls = new Map<string, PastCall[]>()
  readonly #open = new Map<string, PastCall>()
  readonly #events = new Map<string, number[]>()
  readonly #steps = new Map<string, number[]>()
  readonly #hits = new Map<string, Json>()
  readonly #refusals = new Map<string, StopReason>()
  /** Positions of records that nobody waits for. */
  readonly #silent = new Set<number>()
  readonly #stepped = new Set<string>()
  readonly #unanswered: string[] = []

  constructor(records: readonly JournalRecord[]) {
    this.records = records
    for (const [position, record] of records.entries()) this.#index(position, record)
    this.#unanswered.push(...this.#open.keys())
  }

  /**
   * Calls of the caller's code that had left a process before it ended, and whose answers are not here: each may have been paid
   * for. Of a call that is made in steps, the steps count.
   */
  get inFlight(): number {
    return this.#unanswered.filter((key) => isPaid(key) && !this.#stepped.has(key)).length
  }

  /** Returns the next call under the key; undefined when the past holds no more. */
  takeCall(key: string): PastCall | undefined {
    return this.#calls.get(key)?.shift()
  }

  /** Returns the position of the next event under the key. */
  takeEvent(key: string): number | undefined {
    return this.#events.get(key)?.shift()
  }

  /** Returns the answer that a step inside a call once had. */
  takeStep(key: string): Json | undefined {
    const position = this.#steps.get(key)?.shift()
    const record = position === undefined ? undefined : this.records[position]
    return record?.kind === 'answer' ? record.answer : undefined
  }

  hit(key: string): Json | undefined {
    return this.#hits.get(key)
  }

  refusal(key: string): StopReason | undefined {
    return this.#refusals.get(key)
  }

  /** True when all owners asked for as much at once, so that outcomes can come in the order of then. */
  get isOrdered(): boolean {
    const widths = this.records.flatMap((record) => (record.kind === 'owner' ? [record.width ?? ''] : []))
    return new Set(widths).size < 2
  }

  /** Says whether the record takes effect by itself, once everything before it has. */
  isSilent(position: number): boolean {
    return this.#silent.has(position)
  }

  #index(position: number, record: JournalRecord): void {
    switch (record.kind) {
      case 'call':
        return this.#indexCall(position, record.key, record.request)
      case 'answer':
      case 'failure':
        return this.#indexOutcome(position, record)
      case 'event':
        return put(this.#events, record.key, position)
      case 'end':
        return put(this.#calls, 'end', { outcome: position })
      case 'hit':
        this.#hits.set(record.key, record.score)
        break
      case 'refusal':
        this.#refusals.set(record.key, record.reason)
        break
      case 'owner':
      case 'run':
      case 'usage':
        break
      default:
        record satisfies never
    }
    this.#silent.add(position)
  }

  /** A call that is made again, since its process ended before the answer came, is one call. */
  #indexCall(position: number, key: string, request: string): void {
    const known = this.#open.get(key)
    if (known !== undefined) this.#unanswered.push(key)
    if (key.startsWith(STEP)) this.#stepped.add(key.slice(STEP.length, key.lastIndexOf(' ')))
    const call = known ?? { call: position, request }
    this.#open.set(key, call)
    this.#silent.add(position)
    if (known === undefined && !key.startsWith(STEP)) put(this.#calls, key, call)
  }

  #indexOutcome(position: number, { key, kind }: { readonly key: string; readonly kind: string }): void {
    const call = this.#open.get(key)
    this.#open.delete(key)
    if (key.startsWith(STEP)) {
      this.#silent.add(position)
      if (kind === 'answer') put(this.#steps, key, position)
    } else if (call === undefined) put(this.#calls, key, { outcome: position })
    else call.outcome = position
  }
}

/** Every other call is one of the ledger. */
function isPaid(key: string): boolean {
  return PAID.some((prefix) => key.startsWith(prefix))
}

function put<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}
