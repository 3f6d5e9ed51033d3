import { applyEdits, lineDiff, parseRecord, rateOf, traceLines } from '@agentdescent/core'
import type {
  Artifact,
  ArtifactId,
  LogEntry,
  MergeMember,
  MergeRecord,
  Proposal,
  StepRecord,
  Strategy,
} from '@agentdescent/core'
import type { GitLedgerStore } from '../stores/git-store/git-store.ts'
import { renderedText } from './rendered-text.ts'

/** One line of the artifact as it is rendered, and where it came from. */
export interface BlameLine {
  /** Counted from 1. */
  readonly line: number
  readonly text: string
  readonly commit: string
  /** The version of the artifact that the commit made. */
  readonly version: number
  readonly subject: string
  /** What the merge decided; absent for a line that the artifact began with, or that another program committed. */
  readonly record?: MergeRecord
  /** Held-out rate that the commit gained. */
  readonly gain?: number
  /** The members whose own edits hold the line: one of several where that can be told, else every member. */
  readonly broughtBy: readonly MergeMember[]
}

export interface BlameSource {
  readonly store: GitLedgerStore
  readonly strategy: Pick<Strategy, 'render'> | undefined
  readonly id: ArtifactId
  /** The version to explain. */
  readonly version: number
}

/** Explains every line of a version of the artifact by the commit of `dev` that brought it. */
export async function blameOf(source: BlameSource): Promise<readonly BlameLine[]> {
  const traced = await traceLines(versionsOf(source))
  const members = new Members(source, await source.store.records(Infinity))
  const lines: BlameLine[] = []
  for (const [at, { text, origin }] of traced.entries()) {
    const { entry, version } = origin
    const record = parseRecord(entry.message)
    const told = { line: at + 1, text, commit: entry.commit, version, subject: entry.message.subject }
    if (record === undefined) lines.push({ ...told, broughtBy: [] })
    else {
      const gain = rateOf(record.candidate) - rateOf(record.base)
      lines.push({ ...told, record, gain, broughtBy: await members.behind(text, record) })
    }
  }
  return lines
}

interface RenderedVersion {
  readonly entry: LogEntry
  readonly version: number
  readonly text: string
}

/** Yields what `dev` held of the artifact, from the version on, newest first. */
async function* versionsOf({ store, strategy, id, version }: BlameSource): AsyncGenerator<RenderedVersion> {
  let isReached = false
  for (const entry of await store.log('dev', Infinity)) {
    const held = entry.versions.get(id)
    isReached ||= held === version
    if (held === undefined || !isReached) continue
    const artifact = (await store.readCommit(entry.commit)).artifacts.get(id)
    if (artifact !== undefined) yield { entry, version: held, text: renderedText(artifact, strategy) }
  }
}

/** Tells which member of a fusion brought a line, by what its own diff would have added to the version that it was made on. */
class Members {
  readonly #source: BlameSource
  readonly #proposals: ReadonlyMap<string, Proposal>
  readonly #added = new Map<Proposal, ReadonlySet<string>>()
  readonly #bases = new Map<number, Artifact | undefined>()

  constructor(source: BlameSource, steps: readonly StepRecord[]) {
    this.#source = source
    this.#proposals = new Map(
      steps.flatMap(({ run, proposals }) =>
        proposals.map((proposal) => [`${run} ${proposal.lease} ${proposal.id}`, proposal] as const),
      ),
    )
  }

  async behind(line: string, { members, run }: MergeRecord): Promise<readonly MergeMember[]> {
    if (members.length === 1) return members
    const bringers: MergeMember[] = []
    for (const member of members) {
      const proposal = this.#proposals.get(`${run} ${member.lease} ${member.diff}`)
      if (proposal !== undefined && (await this.#addedBy(proposal)).has(line)) bringers.push(member)
    }
    return bringers.length === 0 ? members : bringers
  }

  async #addedBy(proposal: Proposal): Promise<ReadonlySet<string>> {
    const known = this.#added.get(proposal)
    if (known !== undefined) return known
    const base = await this.#base(proposal.baseVersion)
    const { strategy } = this.#source
    const lines =
      base === undefined
        ? []
        : lineDiff(
            renderedText(base, strategy),
            renderedText({ ...base, state: applyEdits(base.state, proposal.edits) }, strategy),
          )
    const added = new Set(lines.flatMap(({ kind, text }) => (kind === 'added' ? [text] : [])))
    this.#added.set(proposal, added)
    return added
  }

  async #base(version: number): Promise<Artifact | undefined> {
    const { id, store } = this.#source
    if (!this.#bases.has(version)) this.#bases.set(version, await store.readVersion('dev', id, version))
    return this.#bases.get(version)
  }
}
