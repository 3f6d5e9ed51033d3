import { messageText, stepText } from '@agentdescent/core'
import type { CommitMessage, StepRecord } from '@agentdescent/core'
import type { Commits } from './commits.ts'
import { blobObject, commitObject, treeObject } from './git-objects.ts'
import { corruption, RESTORE } from './ledger-failures.ts'
import type { LooseObjects } from './loose-objects.ts'
import type { ObjectReader } from './object-reader.ts'
import type { Refs } from './refs.ts'

/** The branch whose commits hold one record each; no artifact is on it. */
export const PROPOSALS = 'proposals'

const FILE = 'step.json'

export interface StepRecordsOptions {
  readonly path: string
  readonly objects: LooseObjects
  readonly refs: Refs
  readonly reader: ObjectReader
  readonly commits: Commits
  seconds(): number
  /** Returns the message as it is to be kept. */
  said(message: CommitMessage): CommitMessage
}

/**
 * Keeps what steps came to on a branch of their own, one commit with one file for each: it is written as durably as a commit of an
 * artifact, costs three objects however many proposals it holds, and is pushed, fetched and packed like any branch.
 */
export class StepRecords {
  readonly #options: StepRecordsOptions

  constructor(options: StepRecordsOptions) {
    this.#options = options
  }

  async add(step: StepRecord): Promise<void> {
    const { objects, refs, seconds, said } = this.#options
    const blob = blobObject(`${stepText(step)}\n`)
    const tree = treeObject([{ name: FILE, kind: 'file', oid: blob.oid }])
    const { subject, ...message } = said(messageOf(step))
    for (;;) {
      const expected = refs.read(PROPOSALS)
      const made = { tree: tree.oid, seconds: seconds(), message: messageText({ subject, ...message }) }
      const commit = commitObject(expected === undefined ? made : { ...made, parent: expected })
      await objects.write([blob, tree, commit])
      const move = { branch: PROPOSALS, expected, next: commit.oid, seconds: made.seconds, reason: subject }
      if (await refs.swap(move)) return
    }
  }

  /** Returns the commit of the branch, for packing; nothing before the first record. */
  heads(): readonly string[] {
    const head = this.#options.refs.read(PROPOSALS)
    return head === undefined ? [] : [head]
  }

  /** Yields the records, newest first; a step that was done again, and came to the same, is one. */
  async *newestFirst(): AsyncGenerator<StepRecord> {
    const { commits, reader, refs } = this.#options
    const head = refs.read(PROPOSALS)
    if (head === undefined) return
    const known = new Set<string>()
    for await (const { tree } of commits.from(head)) {
      const file = (await reader.directory(tree)).entries.get(FILE)
      if (file === undefined || known.has(file.oid)) continue
      known.add(file.oid)
      yield await this.#parsed(await reader.text(file.oid))
    }
  }

  async #parsed(text: string): Promise<StepRecord> {
    const { parseStep } = await import('./step-record-schema.ts')
    const step = parseStep(text)
    if (step !== undefined) return step
    throw corruption(this.#options.path, `branch ${PROPOSALS} holds a record that cannot be read`, RESTORE)
  }
}

function messageOf({ run, step, proposals }: StepRecord): CommitMessage {
  const verdicts = new Map<string, number>()
  for (const { verdict } of proposals) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
  const counted = [...verdicts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')
  const lines = proposals.map(
    ({ id, artifact, reason, verdict }) => `${verdict} ${id} -> ${artifact}: ${onOneLine(reason)}`,
  )
  return {
    subject: `step ${step}: ${counted === '' ? 'no proposal ended' : counted}`.slice(0, 200),
    ...(lines.length === 0 ? {} : { body: lines.join('\n') }),
    trailers: [
      ['AgentDescent-Run', run],
      ['AgentDescent-Step', String(step)],
    ],
  }
}

function onOneLine(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
