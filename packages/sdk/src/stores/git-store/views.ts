import { LedgerError, parseFacts, shown, stateOf } from '@agentdescent/core'
import type { Artifact, ArtifactFacts, ArtifactId, Artifacts } from '@agentdescent/core'
import { artifactFile } from './artifact-files.ts'
import type { Commits } from './commits.ts'
import { keyOf } from './key-paths.ts'
import { corruption, RESTORE } from './ledger-failures.ts'
import type { ObjectReader } from './object-reader.ts'
import type { Directory, DirectoryEntry } from './state-tree.ts'
import { emptyDirectory } from './state-tree.ts'

/** What a commit holds, as git has it and as artifacts. */
export interface View {
  readonly commit: string
  /** The tree `artifacts/`. */
  readonly directory: Directory
  readonly artifacts: Artifacts
}

export const ARTIFACTS = 'artifacts'

/** Views kept in memory, the last used: the heads, and what a merge compares them with. */
const REMEMBERED = 8

/** Turns commits into views. A view is made from the nearest one at hand, and only what differs is read. */
export class Views {
  readonly #path: string
  readonly #reader: ObjectReader
  readonly #commits: Commits
  readonly #remembered = new Map<string, View>()

  constructor(path: string, { reader, commits }: { reader: ObjectReader; commits: Commits }) {
    this.#path = path
    this.#reader = reader
    this.#commits = commits
  }

  async at(commit: string): Promise<View> {
    const known = this.#remembered.get(commit) ?? (await this.#load(commit))
    this.remember(known)
    return known
  }

  remember(view: View): void {
    this.#remembered.delete(view.commit)
    this.#remembered.set(view.commit, view)
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest)
  }

  async #load(commit: string): Promise<View> {
    const before = [...this.#remembered.values()].at(-1) ?? {
      directory: emptyDirectory,
      artifacts: new Map(),
    }
    const { tree } = await this.#commits.entry(commit)
    const root = await this.#reader.directory(tree, rootOf(before.directory))
    const entry = root.entries.get(ARTIFACTS)
    const directory = entry?.kind === 'directory' ? entry.directory : emptyDirectory
    const changes = this.#changesBetween(before.directory, directory)
    const artifacts = new Map(before.artifacts)
    for (const [id, change] of changes) {
      const artifact = await this.#changed(artifacts.get(id), { id, commit, ...change })
      if (artifact === undefined) artifacts.delete(id)
      else artifacts.set(id, artifact)
    }
    return { commit, directory, artifacts }
  }

  #changesBetween(before: Directory, after: Directory): ReadonlyMap<ArtifactId, ArtifactChange> {
    const changes = new Map<ArtifactId, ArtifactChange>()
    visitChangedFiles(before, after, (names, oid) => {
      const file = artifactFile(keyOf(names) ?? '')
      if (file === undefined) throw this.#strange([ARTIFACTS, ...names].join('/'))
      const change = changes.get(file.id) ?? { values: new Map(), facts: undefined }
      changes.set(file.id, change)
      if (file.kind === 'facts') change.facts = { oid }
      else if (oid !== undefined || !change.values.has(file.key)) change.values.set(file.key, oid)
    })
    return changes
  }

  async #changed(
    before: Artifact | undefined,
    { id, commit, values, facts }: ArtifactChange & { readonly id: ArtifactId; readonly commit: string },
  ): Promise<Artifact | undefined> {
    if (facts !== undefined && facts.oid === undefined) return undefined
    const held: ArtifactFacts | undefined =
      facts?.oid === undefined
        ? before
        : parseFacts(await this.#text(facts.oid, `the facts of "${id}" in commit ${commit}`))
    if (held === undefined) throw this.#strange(`${ARTIFACTS}/${id}`)
    let state = before?.state ?? stateOf([])
    for (const [key, oid] of values)
      state = state.with(
        key,
        oid === undefined ? null : await this.#text(oid, `key ${shown(key)} of "${id}" in commit ${commit}`),
      )
    return { ...held, id, state }
  }

  /** Reads a text, and says where it stands when it cannot be read. */
  async #text(oid: string, where: string): Promise<string> {
    try {
      return await this.#reader.text(oid)
    } catch (error) {
      if (!(error instanceof LedgerError) || error.code !== 'corrupt') throw error
      throw corruption(this.#path, `${where} is lost, for object ${oid} is damaged or missing`, RESTORE)
    }
  }

  #strange(file: string): Error {
    return corruption(
      this.#path,
      `${file} is no file of an artifact`,
      'Another program wrote to this branch: revert its commit.',
    )
  }
}

interface ArtifactChange {
  /** Blob by key; undefined where the key is gone. */
  readonly values: Map<string, string | undefined>
  /** Set when the facts changed. */
  facts: { readonly oid: string | undefined } | undefined
}

/** Calls `visit` for each file whose blob differs, and for each that is gone; shared directories are not entered. */
function visitChangedFiles(before: Directory, after: Directory, visit: VisitFile): void {
  if (before.oid === after.oid) return
  for (const [name, old] of before.entries)
    visitChangedEntry(name, { old, next: after.entries.get(name) }, visit)
  for (const [name, next] of after.entries)
    if (!before.entries.has(name)) visitChangedEntry(name, { old: undefined, next }, visit)
}

type VisitFile = (names: readonly string[], oid: string | undefined) => void

function visitChangedEntry(
  name: string,
  { old, next }: { readonly old: DirectoryEntry | undefined; readonly next: DirectoryEntry | undefined },
  visit: VisitFile,
): void {
  if (old?.oid === next?.oid && old?.kind === next?.kind) return
  const [oldBelow, nextBelow] = [old, next].map((entry) =>
    entry?.kind === 'directory' ? entry.directory : emptyDirectory,
  )
  visitChangedFiles(oldBelow ?? emptyDirectory, nextBelow ?? emptyDirectory, (names, oid) =>
    visit([name, ...names], oid),
  )
  if (next?.kind === 'file') visit([name], next.oid)
  else if (old?.kind === 'file') visit([name], undefined)
}

function rootOf(directory: Directory): Directory {
  const entry = { kind: 'directory', oid: directory.oid, directory } as const
  return { oid: '', entries: new Map([[ARTIFACTS, entry]]) }
}
