import { messageText, versionsOf } from '@agentdescent/core'
import type { Artifact, CommitMessage } from '@agentdescent/core'
import { fileEditsOf } from './artifact-files.ts'
import type { HistoryEntry } from './commits.ts'
import { versionTrailers } from './commits.ts'
import type { GitObject } from './git-objects.ts'
import { commitObject, treeObject } from './git-objects.ts'
import { editFiles } from './state-tree.ts'
import type { View } from './views.ts'
import { ARTIFACTS } from './views.ts'

/** What goes into one commit. */
export interface CommitContent {
  readonly artifacts: readonly Artifact[]
  readonly message: CommitMessage
}

/** A commit that a draft has made. */
export interface DraftedCommit {
  readonly view: View
  readonly entry: HistoryEntry
}

export interface CommitDraftOptions {
  readonly branch: string
  /** What the branch holds. */
  readonly base: View
  /** Since 1970: the time of every commit. */
  readonly seconds: number
  /** Returns a message as it is kept. @throws LedgerError `bad-message` */
  readonly said: (message: CommitMessage) => CommitMessage
}

/** Commits on top of a branch's head, one after the other, of which nothing is on disk yet. */
export class CommitDraft {
  readonly branch: string
  readonly base: View
  readonly #seconds: number
  readonly #said: CommitDraftOptions['said']
  readonly #objects = new Map<string, GitObject>()
  readonly #commits: DraftedCommit[] = []

  constructor({ branch, base, seconds, said }: CommitDraftOptions) {
    this.branch = branch
    this.base = base
    this.#seconds = seconds
    this.#said = said
  }

  /** What the branch would hold. */
  get head(): View {
    return this.#commits.at(-1)?.view ?? this.base
  }

  get commits(): readonly DraftedCommit[] {
    return this.#commits
  }

  get objects(): readonly GitObject[] {
    return [...this.#objects.values()]
  }

  /** Adds a commit, none when it would write no artifact, and returns what the branch would hold. @throws LedgerError `bad-message` */
  add({ artifacts, message }: CommitContent): View {
    if (artifacts.length === 0) return this.head
    const said = this.#said(message)
    const { head } = this
    const fresh = new Map(artifacts.map((artifact) => [artifact.id, artifact]))
    const versions = versionsOf(fresh)
    const keep = (object: GitObject): void => void this.#objects.set(object.oid, object)
    const edits = artifacts.flatMap((artifact) =>
      fileEditsOf(head.artifacts.get(artifact.id), artifact, keep),
    )
    const directory = editFiles(head.directory, edits, keep)
    const root = treeObject([{ name: ARTIFACTS, kind: 'directory', oid: directory.oid }])
    const text = messageText({ ...said, trailers: [...said.trailers, ...versionTrailers(versions)] })
    const facts = { tree: root.oid, parent: head.commit, seconds: this.#seconds }
    const commit = commitObject({ ...facts, message: text })
    for (const object of [root, commit]) keep(object)
    const view = { commit: commit.oid, directory, artifacts: new Map([...head.artifacts, ...fresh]) }
    this.#commits.push({ view, entry: { ...facts, commit: commit.oid, message: said, versions } })
    return view
  }
}
