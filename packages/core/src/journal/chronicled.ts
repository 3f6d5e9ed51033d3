import type { Json } from '../runtime/json.ts'

/** Something whose outcome the journal keeps. */
export interface Chronicled<Value> {
  readonly key: string
  /** Digest of what is asked, for a call that must survive before it leaves the process; absent for one that costs nothing. */
  readonly request?: string
  make(): Promise<Value>
  encode(value: Value): Json
  /** Returns what `make` had returned, without making it again. */
  decode(answer: Json): Promise<Value> | Value
  /** Returns the outcome of a call that left an earlier process and whose answer is not known, where that can be found out. */
  find?(): Promise<Value | undefined>
}
