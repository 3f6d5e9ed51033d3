import type { TextMerge, TextMergeOptions, TextSides } from './kernel.ts'

/**
 * Merges texts off the thread that asks, so that its timers and sockets go on meanwhile. A host supplies it; where
 * every run must replay, there is none. Answers are those of the kernel, in any order: await them in that of the asks.
 */
export interface MergeOffload {
  /** Whether a merge of so many bytes, all texts together, would hold the thread for about a millisecond or more. */
  isWorthIt(bytes: number): boolean
  mergeText(sides: TextSides, options: TextMergeOptions): Promise<TextMerge>
  mergeMany(base: Uint8Array, sides: readonly Uint8Array[], options: TextMergeOptions): Promise<TextMerge>
  /** Lets go of what the offload holds; merges that are under way are refused. */
  close(): Promise<void>
}
