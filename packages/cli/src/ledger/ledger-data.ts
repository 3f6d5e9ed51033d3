import type { LedgerCommit, MergeRecord, ShownCommit } from '@agentdescent/sdk'

/** A commit as `--json` prints it: what its merge decided is under `record`. */
export interface CommitData {
  readonly commit: string
  readonly date?: string
  readonly subject: string
  readonly body?: string
  readonly versions: Readonly<Record<string, number>>
  readonly record?: MergeRecord
}

export interface ShownData extends CommitData {
  readonly branch: string
  readonly changes: ShownCommit['changes']
  readonly proposals: readonly {
    readonly author: string
    readonly tasks: readonly string[]
    readonly text: string
    readonly rationale?: string
  }[]
}

export function commitData({ commit, message, record, seconds, versions }: LedgerCommit): CommitData {
  return {
    commit,
    ...(seconds === undefined ? {} : { date: new Date(seconds * 1000).toISOString() }),
    subject: message.subject,
    ...(message.body === undefined ? {} : { body: message.body }),
    versions: Object.fromEntries(versions),
    ...(record === undefined ? {} : { record }),
  }
}

export function shownData({ branch, changes, proposals, ...commit }: ShownCommit): ShownData {
  return {
    ...commitData(commit),
    branch,
    changes,
    proposals: proposals.map(({ author, tasks, text, rationale }) => ({
      author,
      tasks,
      text,
      ...(rationale === undefined ? {} : { rationale }),
    })),
  }
}
