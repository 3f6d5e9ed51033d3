import type { TextMerge, TextMergeOptions, TextSides } from './kernel.ts'

/** What the offload sends to its thread. */
export interface MergeRequest {
  readonly id: number
  readonly job: MergeJob
  readonly options: TextMergeOptions
}

/** The texts of `mergeText` or of `mergeMany`. */
export type MergeJob = TextSides | { readonly base: Uint8Array; readonly sides: readonly Uint8Array[] }

/** What its thread sends back: a merge, or the error's message. */
export type MergeReply =
  | { readonly id: number; readonly merge: TextMerge }
  | { readonly id: number; readonly error: string }
