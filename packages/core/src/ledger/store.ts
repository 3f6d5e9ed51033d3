import type { Artifact } from '../model/artifact.ts'
import type { ArtifactId } from '../model/ids.ts'
import type { VersionVector } from '../model/version.ts'
import type { CommitMessage } from './commit-message.ts'
import type { StepRecord } from './step-record.ts'

export interface LogEntry {
  /** Names the commit; a git store gives its 40 hex digits. */
  readonly commit: string
  readonly message: CommitMessage
  /** Versions of the artifacts that the commit wrote. */
  readonly versions: VersionVector
  /** When it was made, in seconds since 1970; absent in a store without a clock. */
  readonly seconds?: number
}

/** One consistent view of a branch. */
export interface StoreView {
  readonly commit: string
  readonly artifacts: ReadonlyMap<ArtifactId, Artifact>
}

/** The next state of one artifact, and the version it must follow. */
export interface ArtifactWrite {
  /** `version` is the one to be stored. */
  readonly artifact: Artifact
  /** 0 for an artifact that the branch does not know. */
  readonly expected: number
}

export interface SwapRequest {
  readonly branch: string
  /** All land in one commit, or none does; no artifact twice. */
  readonly writes: readonly ArtifactWrite[]
  readonly message: CommitMessage
}

export type SwapResult =
  | { readonly outcome: 'swapped'; readonly commit: string }
  /** `head` is what the branch holds; nothing was written. */
  | { readonly outcome: 'conflict'; readonly head: VersionVector }

/**
 * Where artifacts live, on the branches `dev` and `stable`; what is written is decided by `decisions.ts`, the same in every store.
 * @throws LedgerError `closed` after `close`, `unknown-branch`, `io` when the medium fails, `corrupt` when what is stored cannot be
 * read back, `locked` when another program holds a branch
 */
export interface LedgerStore {
  /** `memory`, `git`, … */
  readonly kind: string
  /** Returns the head of a branch. */
  read(branch: string): Promise<StoreView>
  /** Returns what a commit held. @throws LedgerError `unknown-commit` */
  readCommit(commit: string): Promise<StoreView>
  /** Returns the artifact as `branch` last held it at this version; undefined when it never did. */
  readVersion(branch: string, id: ArtifactId, version: number): Promise<Artifact | undefined>
  /**
   * Writes the artifact at version 1 to both branches. A known artifact keeps its state and version, and takes on the rest.
   * @throws LedgerError `bad-text`, `bad-message`
   */
  register(artifact: Artifact, message: CommitMessage): Promise<void>
  /**
   * Commits iff every expected version is still the head's. On another branch than `dev` the version stays.
   * @throws LedgerError `duplicate-artifact`, `contract-rejected`, `bad-text`, `bad-message`
   */
  compareAndSwap(request: SwapRequest): Promise<SwapResult>
  /**
   * Puts the state that `dev` holds of the artifact on `stable`, under the version it has on `dev`, in a commit of stable's own;
   * commits nothing when stable holds it already. Returns that version; undefined when `dev` does not know the artifact.
   */
  promote(id: ArtifactId, message: CommitMessage): Promise<number | undefined>
  /** Returns at most `limit` commits, newest first. */
  log(branch: string, limit: number): Promise<readonly LogEntry[]>
  /** Keeps what a step of the merge came to, apart from the artifacts; absent in a store that keeps artifacts only. */
  record?(step: StepRecord): Promise<void>
  /** Returns at most `limit` of them, newest first, no two of them equal; present with `record`. */
  records?(limit: number): Promise<readonly StepRecord[]>
  /** Ends all use; calling it again changes nothing. */
  close(): Promise<void>
}
