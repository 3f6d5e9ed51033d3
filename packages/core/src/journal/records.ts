import type { StopReason } from '../model/report.ts'
import type { Limits } from '../runtime/budget.ts'
import type { Json } from '../runtime/json.ts'

/** What may be changed on a run that goes on: when it ends. */
export interface RunLimits extends Limits {
  /** Rounds in all, those before the resume included. */
  readonly rounds?: number
  readonly targetReward?: number
  readonly patience?: number
}

/** A failure as the journal keeps it: enough to treat it as it was treated. */
export interface RecordedFailure {
  readonly name: string
  readonly message: string
  readonly kind: 'backend' | 'ledger' | 'unknown'
  readonly code?: string
  readonly terminal?: boolean
  readonly repeated?: boolean
}

/** What one model call reported. */
export interface RecordedUsage {
  readonly requests: number
  readonly promptTokens: number
  readonly completionTokens: number
}

/** What a run was started with, by name: text that is equal when the run would be the same. */
export type Fingerprints = Readonly<Record<string, string>>

/** One thing that happened to a run. Keys name what it happened to; the same key occurs again when the same thing does. */
export type JournalEntry =
  /** A process takes the run up, under these limits. */
  | {
      readonly kind: 'owner'
      readonly epoch: number
      readonly pid: number
      readonly limits: RunLimits
      /** How much it asks for at once. */
      readonly width?: string
    }
  | {
      readonly kind: 'run'
      readonly run: string
      readonly fingerprints: Fingerprints
      /** Head of `dev` when the run began. */
      readonly commit: string
    }
  /** Written ahead: it survives before the call leaves the process. `request` is the digest of what is asked. */
  | { readonly kind: 'call'; readonly key: string; readonly request: string }
  | { readonly kind: 'answer'; readonly key: string; readonly answer: Json }
  | { readonly kind: 'failure'; readonly key: string; readonly failure: RecordedFailure }
  | ({ readonly kind: 'usage'; readonly key: string } & RecordedUsage)
  /** A score that was in the caller's cache before the run asked for it. */
  | { readonly kind: 'hit'; readonly key: string; readonly score: Json }
  /** A limit of time or tokens that left no room for the work that the key names. */
  | { readonly kind: 'refusal'; readonly key: string; readonly reason: StopReason }
  /** What the run told its observer, without durations. */
  | { readonly kind: 'event'; readonly key: string; readonly event: Json }
  /** The run came to an end of its own; only raised limits make it go on. */
  | {
      readonly kind: 'end'
      readonly stopReason: StopReason
      readonly rounds: number
      readonly error?: string
    }

/** `at` is in milliseconds of the run's clock, which stands still while no process has the run. */
export type JournalRecord = JournalEntry & { readonly at: number }

/** Keys of steps inside a call are this, the call's key, and the digest of what is asked. */
export const STEP = 'step '

/** How the keys of calls begin that may cost money. */
export const PAID: readonly string[] = ['attempt ', 'propose ', 'oracle ', STEP]
