import type { Artifact } from '../model/artifact.ts'
import type { ArtifactId } from '../model/ids.ts'
import type { VersionVector } from '../model/version.ts'

/** What a commit says: a line a person reads, and trailers a program reads. */
export interface CommitMessage {
  /** One line, at most 200 characters. */
  readonly subject: string
  /** Free text; lines are kept, trailing blanks are not. */
  readonly body?: string
  /** `Token: value` lines; tokens match `[A-Za-z][A-Za-z0-9-]*`, values hold no line break. */
  readonly trailers: readonly (readonly [token: string, value: string])[]
}

export interface LogEntry {
  /** Names the commit; a git store gives its 40 hex digits. */
  readonly commit: string
  readonly message: CommitMessage
  /** Versions of the artifacts that the commit wrote. */
  readonly versions: VersionVector
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
 * Where artifacts live. Branches `dev` and `stable` exist from the start.
 *
 * Every method throws LedgerError: `closed` after `close`, `io` when the medium fails, `corrupt` when what is stored
 * cannot be read back, `not-a-ledger` when the place holds something else.
 */
export interface LedgerStore {
  /** `memory`, `git`, … */
  readonly kind: string
  /** Returns the head of a branch. @throws LedgerError `unknown-branch` */
  read(branch: string): Promise<StoreView>
  /** Returns the artifact as a version of `branch` held it; undefined when it never did. */
  readVersion(branch: string, id: ArtifactId, version: number): Promise<Artifact | undefined>
  /** Writes the artifact at version 1 to both branches; changes nothing where the artifact is known. */
  register(artifact: Artifact, message: CommitMessage): Promise<void>
  /** Commits iff every expected version is still the head's. */
  compareAndSwap(request: SwapRequest): Promise<SwapResult>
  /**
   * Puts the state that `dev` holds of the artifact on `stable`, under the version it has on `dev`, in a commit of stable's own.
   * Returns that version; undefined when `dev` does not know the artifact.
   */
  promote(id: ArtifactId, message: CommitMessage): Promise<number | undefined>
  /** Returns at most `limit` commits, newest first. */
  log(branch: string, limit: number): Promise<readonly LogEntry[]>
  /** Ends all use; calling it again changes nothing. */
  close(): Promise<void>
}
