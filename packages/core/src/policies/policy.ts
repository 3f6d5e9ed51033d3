import type { Json } from '../runtime/json.ts'

/** What every policy has, whatever its slot. Policies are values made by functions: `guarded()`, `survival({ rounds: 3 })`. */
export interface Policy {
  /** The rule, kebab-case. */
  readonly name: string
  /** Its settings, for the run's fingerprint. */
  readonly settings?: Json
  /** Returns what the rule has learnt; present exactly when it learns. */
  state?(): Json
  /** Continues from what `state` returned, in this or another process. */
  restore?(state: Json): void
}
