import { applyEdits, lineDiff, parseRecord, rateOf, traceLines } from '@agentdescent/core'
import type {
  Artifact,
  ArtifactId,
  DiffId,
  LeaseId,
  LogEntry,
  MergeMember,
  MergeRecord,
  Proposal,
  RunId,
  Strategy,
  VersionText,
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

export interface BlameOptions {
  /** Called for each commit that is looked at, newest first; a long history is looked at no further than it has to be. */
  readonly onCommit?: (() => void) | undefined
}

export interface BlameSource extends BlameOptions {
  readonly store: GitLedgerStore
  readonly strategy: Pick<Strategy, 'render'> | undefined
  readonly id: ArtifactId
  /** The version to explain. */
  readonly version: number
}

/** Explains every line of a version of the artifact by the commit of `dev` that brought it. */
export async function blameOf(source: BlameSource): Promise<readonly BlameLine[]> {
  const traced = await traceLines(versionsOf(source))
  const explained = traced.map(({ text, origin: { entry, version } }, at) => ({
    told: { line: at + 1, text, commit: entry.commit, version, subject: entry.message.subject },
    record: parseRecord(entry.message),
  }))
  const records = explained.flatMap(({ record }) => (record === undefined ? [] : [record]))
  const members = new Members(source, await proposalsBehind(records, source.store))
  const lines: BlameLine[] = []
  // From the oldest on, where the walk ended: what members were made on lies near, and each is read once.
  for (const { told, record } of explained.toSorted((left, right) => left.told.version - right.told.version))
    if (record === undefined) lines.push({ ...told, broughtBy: [] })
    else {
      const gain = rateOf(record.candidate) - rateOf(record.base)
      lines.push({ ...told, record, gain, broughtBy: await members.behind(told.text, record) })
    }
  return lines.toSorted((left, right) => left.line - right.line)
}

interface HeldVersion {
  readonly entry: LogEntry
  readonly version: number
}

/** Yields what `dev` held of the artifact, from the version on, newest first. */
async function* versionsOf(source: BlameSource): AsyncGenerator<VersionText<HeldVersion>> {
  const { store, strategy, id, version, onCommit } = source
  let isReached = false
  for await (const entry of store.history('dev')) {
    onCommit?.()
    const held = entry.versions.get(id)
    isReached ||= held === version
    if (held === undefined || !isReached) continue
    const artifact = (await store.readCommit(entry.commit)).artifacts.get(id)
    if (artifact !== undefined)
      yield { text: renderedText(artifact, strategy), origin: { entry, version: held } }
  }
}

/** Finds what the members of fusions proposed, by `nameOf`; reads no further back than the oldest of them. */
async function proposalsBehind(
  records: readonly MergeRecord[],
  store: GitLedgerStore,
): Promise<ReadonlyMap<string, Proposal>> {
  const fusions = records.filter(({ members }) => members.length > 1)
  const wanted = new Set(
    fusions.flatMap(({ run, members }) => members.map(({ lease, diff }) => nameOf(run, lease, diff))),
  )
  const found = new Map<string, Proposal>()
  if (wanted.size === 0) return found
  for await (const { run, proposals } of store.steps()) {
    for (const proposal of proposals) {
      const name = nameOf(run, proposal.lease, proposal.id)
      if (wanted.delete(name)) found.set(name, proposal)
    }
    if (wanted.size === 0) break
  }
  return found
}

function nameOf(run: RunId, lease: LeaseId, diff: DiffId): string {
  return `${run} ${lease} ${diff}`
}

interface RenderedArtifact {
  readonly version: number
  /** Undefined when the branch never held the version. */
  readonly artifact: Artifact | undefined
  readonly text: string
}

/** Tells which member of a fusion brought a line, by what its own diff would have added to the version that it was made on. */
class Members {
  readonly #source: BlameSource
  readonly #proposals: ReadonlyMap<string, Proposal>
  readonly #added = new Map<Proposal, ReadonlySet<string>>()
  #base: RenderedArtifact | undefined

  constructor(source: BlameSource, proposals: ReadonlyMap<string, Proposal>) {
    this.#source = source
    this.#proposals = proposals
  }

  async behind(line: string, { members, run }: MergeRecord): Promise<readonly MergeMember[]> {
    if (members.length === 1) return members
    const bringers: MergeMember[] = []
    for (const member of members) {
      const proposal = this.#proposals.get(nameOf(run, member.lease, member.diff))
      if (proposal !== undefined && (await this.#addedBy(proposal)).has(line)) bringers.push(member)
    }
    return bringers.length === 0 ? members : bringers
  }

  async #addedBy(proposal: Proposal): Promise<ReadonlySet<string>> {
    const known = this.#added.get(proposal)
    if (known !== undefined) return known
    const { artifact, text } = await this.#madeOn(proposal.baseVersion)
    const lines =
      artifact === undefined
        ? []
        : lineDiff(text, this.#rendered({ ...artifact, state: applyEdits(artifact.state, proposal.edits) }))
    const added = new Set(lines.flatMap(({ kind, text }) => (kind === 'added' ? [text] : [])))
    this.#added.set(proposal, added)
    return added
  }

  /** Returns the version, and keeps it at hand: the next line is often of the same. */
  async #madeOn(version: number): Promise<RenderedArtifact> {
    if (this.#base?.version === version) return this.#base
    const { id, store } = this.#source
    const artifact = await store.readVersion('dev', id, version)
    const text = artifact === undefined ? '' : this.#rendered(artifact)
    this.#base = { version, artifact, text }
    return this.#base
  }

  #rendered(artifact: Artifact): string {
    return renderedText(artifact, this.#source.strategy)
  }
}
