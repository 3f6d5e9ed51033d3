import type { Diff, Edit, Edits } from './diff.ts'
import type { ArtifactId } from './ids.ts'
import { PersistentMap } from './persistent-map.ts'

/** What an artifact holds: text by key. Sharing, never copied by an edit. */
export type ArtifactState = PersistentMap

/** What callers of the artifact rely on; only equal majors are compatible. */
export interface Contract {
  readonly major: number
}

/** Names the strategy that renders a state, with its options as data: all that a reader of the artifact needs. */
export interface Rendering {
  readonly strategy: string
  readonly options: Readonly<Record<string, string | number | boolean | readonly string[]>>
}

/** What evolves: a state under a name, at the version in which it was read. */
export interface Artifact {
  readonly id: ArtifactId
  /** Counted from 1 at registration; each commit adds one. */
  readonly version: number
  readonly state: ArtifactState
  readonly contract: Contract
  /** Share of tasks that a change can affect, in [0, 1]; decides the governance layer. */
  readonly blastRadius: number
  /** Absent when the strategy is the caller's own. */
  readonly rendering?: Rendering
}

/** Returns a state with the given entries. */
export function stateOf(entries: Iterable<readonly [string, string]>): ArtifactState {
  return PersistentMap.from(entries)
}

/** Returns the state with all edits applied; deleting an absent key changes nothing. */
export function applyEdits(state: ArtifactState, edits: Edits): ArtifactState {
  let next = state
  for (const [key, edit] of edits) next = next.with(key, edit)
  return next
}

/** Returns the artifact with the diff applied, under the version that the next commit would give it. */
export function applyDiff(artifact: Artifact, diff: Diff): Artifact {
  return { ...artifact, version: artifact.version + 1, state: applyEdits(artifact.state, diff.edits) }
}

/** Returns the edits that turn `from` into exactly `to`, deletions included, in key order. */
export function differenceOf(from: ArtifactState, to: ArtifactState): Edits {
  const edits: [string, Edit][] = []
  from.differences(to, (key) => edits.push([key, to.get(key) ?? null]))
  return new Map(edits.toSorted(([left], [right]) => (left < right ? -1 : 1)))
}
