import type { ArtifactState, Rendering } from '../model/artifact.ts'
import type { Edits } from '../model/diff.ts'

/** How an artifact is held and changed: state to text, and a proposer's text to edits. Pure and deterministic. */
export interface Strategy {
  readonly name: string
  /** How `strategyOf` makes a strategy that renders alike; absent for a strategy that is not data. */
  readonly rendering?: Rendering
  /** Returns the state a run starts from when the caller gives none. */
  initial(): ArtifactState
  /** Returns what `run` receives; different artifacts render differently, for the rendering names a score in the cache. */
  render(state: ArtifactState): string
  /** Returns the edits that a proposal asks of the state; undefined when it asks for nothing. */
  toEdits(state: ArtifactState, proposal: string): Edits | undefined
  /** Returns the declared key space, for partitions over keys; absent when keys follow from content. */
  keys?(): readonly string[]
  /** Returns the form in which two values of the key are compared; the stored value stays as proposed. Default: the value. */
  canonical?(key: string, value: string): string
  /** Says whether the key holds prose, which merges by words and sentences too; default: lines only. */
  isProse?(key: string): boolean
}
