import { hash } from 'node:crypto'
import { commonEnds } from './packs/delta.ts'

export type GitObjectType = 'blob' | 'tree' | 'commit'

/** An object as git names it: `bytes` is the header and the body, which the id hashes. */
export interface GitObject {
  /** 40 hex digits. */
  readonly oid: string
  readonly type: GitObjectType
  readonly bytes: Buffer
}

export interface TreeEntry {
  readonly name: string
  readonly kind: 'file' | 'directory'
  readonly oid: string
}

export interface GitCommit {
  readonly tree: string
  /** Absent for a root commit. */
  readonly parent?: string
  /** Seconds since 1970. */
  readonly seconds: number
  readonly message: string
}

/** Author and committer of every commit; who asked for an edit is in the trailers. */
const IDENTITY = 'agentdescent <agentdescent@localhost>'

const OID_BYTES = 20

const MODES = { file: '100644', directory: '40000' } as const

export function blobObject(text: string): GitObject {
  return gitObject('blob', Buffer.from(text, 'utf8'))
}

/** A tree, and where its bytes have the id of each of its entries. */
export interface TreeLayout {
  readonly object: GitObject
  readonly places: ReadonlyMap<string, number>
}

/** Returns the tree of the entries, in git's order; names are unique, non-empty, without NUL and slash. */
export function treeObject(entries: readonly TreeEntry[]): GitObject {
  return treeLayout(entries).object
}

/** Returns the tree that `treeObject` returns, and where its entries are. */
export function treeLayout(entries: readonly TreeEntry[]): TreeLayout {
  const heads = entries
    .toSorted(entryOrder(entries))
    .map(({ name, kind, oid }) => ({ name, text: `${MODES[kind]} ${name}\0`, oid }))
  const body = Buffer.allocUnsafe(
    heads.reduce((sum, { text }) => sum + Buffer.byteLength(text) + OID_BYTES, 0),
  )
  const header = headerOf('tree', body)
  const places = new Map<string, number>()
  let offset = 0
  for (const { name, text, oid } of heads) {
    offset += body.write(text, offset, 'utf8')
    places.set(name, header.length + offset)
    offset += body.write(oid, offset, 'hex')
  }
  return { object: gitObject('tree', body), places }
}

/** Returns the tree with other ids for some of its entries. */
export function withIds({ object, places }: TreeLayout, ids: ReadonlyMap<string, string>): TreeLayout {
  const bytes = Buffer.from(object.bytes)
  for (const [name, oid] of ids) {
    const place = places.get(name)
    if (place === undefined) throw new RangeError(`The tree ${object.oid} has no entry ${name}.`)
    bytes.write(oid, place, 'hex')
  }
  return { object: { oid: sha1(bytes), type: 'tree', bytes }, places }
}

/** Git orders by bytes, and a directory as if its name ended in a slash. */
function entryOrder(entries: readonly TreeEntry[]): (left: TreeEntry, right: TreeEntry) => number {
  const sortName = ({ name, kind }: TreeEntry): string => (kind === 'file' ? name : `${name}/`)
  // Code units and bytes order names alike but for surrogates and what lies above them.
  if (entries.some(({ name }) => /[\ud800-\uffff]/.test(name)))
    return (left, right) => Buffer.compare(Buffer.from(sortName(left)), Buffer.from(sortName(right)))
  return (left, right) => (sortName(left) < sortName(right) ? -1 : 1)
}

export function commitObject({ tree, parent, seconds, message }: GitCommit): GitObject {
  const person = `${IDENTITY} ${seconds} +0000`
  const lines = [
    `tree ${tree}`,
    ...(parent === undefined ? [] : [`parent ${parent}`]),
    `author ${person}`,
    `committer ${person}`,
    '',
    message,
  ]
  return gitObject('commit', Buffer.from(lines.join('\n'), 'utf8'))
}

/**
 * Returns the entries of a tree's body, or of a part of it those that reach into the part; undefined when it is not one that this
 * store could have written.
 */
export function parseTree(
  body: Buffer,
  from = 0,
  to: number = body.length,
): readonly TreeEntry[] | undefined {
  const entries: TreeEntry[] = []
  for (let offset = 0; offset < to; ) {
    const end = body.indexOf(0, offset)
    if (end < 0 || end + 21 > body.length) return undefined
    if (end + 21 > from) {
      const [mode, name] = splitOnce(body.toString('utf8', offset, end), ' ')
      const kind = mode === MODES.directory ? 'directory' : mode === MODES.file ? 'file' : undefined
      if (kind === undefined) return undefined
      entries.push({ name, kind, oid: body.toString('hex', end + 1, end + 21) })
    }
    offset = end + 21
  }
  return entries
}

/** Returns the entries that have other ids than in the tree before; undefined when anything else differs, or either is no tree. */
export function changedIds(before: Buffer, body: Buffer): readonly TreeEntry[] | undefined {
  if (before.length !== body.length) return undefined
  const { start, end } = commonEnds(before, body)
  const [old, next] = [before, body].map((tree) => parseTree(tree, start, tree.length - end))
  if (old === undefined || next === undefined || old.length !== next.length) return undefined
  const isRenamed = next.some(({ name, kind }, at) => name !== old[at]?.name || kind !== old[at]?.kind)
  return isRenamed ? undefined : next
}

/** Returns the fields of a commit's body; undefined when it has no tree, or several parents. */
export function parseCommit(body: Buffer): GitCommit | undefined {
  const [head, message] = splitOnce(body.toString('utf8'), '\n\n')
  const fields = head.split('\n').map((line) => splitOnce(line, ' '))
  const valuesOf = (name: string) => fields.filter(([field]) => field === name).map(([, value]) => value)
  const [tree] = valuesOf('tree')
  const [parent, ...others] = valuesOf('parent')
  const seconds = Number(/ (\d+) [+-]\d{4}$/.exec(valuesOf('committer')[0] ?? '')?.[1])
  if (tree === undefined || others.length > 0 || !Number.isSafeInteger(seconds)) return undefined
  return parent === undefined ? { tree, seconds, message } : { tree, parent, seconds, message }
}

/** Returns the object of the body under the type. */
export function gitObject(type: GitObjectType, body: Uint8Array): GitObject {
  const bytes = Buffer.concat([headerOf(type, body), body])
  return { oid: sha1(bytes), type, bytes }
}

function headerOf(type: GitObjectType, body: Uint8Array): Buffer {
  return Buffer.from(`${type} ${body.length}\0`)
}

export function sha1(bytes: Uint8Array | string): string {
  return hash('sha1', bytes)
}

function splitOnce(text: string, separator: string): [before: string, after: string] {
  const index = text.indexOf(separator)
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + separator.length)]
}
