import { setImmediate } from 'node:timers/promises'
import { parseCommit, parseTree } from '../git-objects.ts'
import type { GitObject, GitObjectType, TreeEntry } from '../git-objects.ts'
import { commonEnds, deltaBetween, deltaOfMiddle, linesOf, treePiecesOf } from './delta.ts'
import type { PackBuilder } from './pack-file.ts'

/** An object as packs hold it: without its header. */
export interface ObjectBody {
  readonly oid: string
  readonly type: GitObjectType
  readonly body: Buffer
}

/** Objects handled before other work has its turn. */
export const OBJECTS_PER_TURN = 64

/** How many deltas a reader may have to follow. */
const CHAIN_LIMIT = 50

export function bodyOf({ oid, type, bytes }: GitObject): ObjectBody {
  return { oid, type, body: bytes.subarray(bytes.indexOf(0) + 1) }
}

/**
 * Adds to the pack those of the objects that the histories of `heads` reach through one another, most of them as deltas against
 * what stood in their place before. Returns their ids.
 */
export async function addHistories(
  builder: PackBuilder,
  objects: ReadonlyMap<string, ObjectBody>,
  heads: readonly string[],
): Promise<ReadonlySet<string>> {
  const chains = new Map<string, number>()
  const add = (object: ObjectBody, base?: ObjectBody): void => {
    const chain = base === undefined ? 0 : (chains.get(base.oid) ?? 0) + 1
    const delta = base === undefined || chain > CHAIN_LIMIT ? undefined : deltaOf(base, object)
    if (!chains.has(object.oid)) chains.set(object.oid, delta === undefined ? 0 : chain)
    builder.add(delta === undefined ? object : { ...object, delta })
  }
  let done = 0
  for (const { object, base } of successions(objects, heads)) {
    if (++done % OBJECTS_PER_TURN === 0) await setImmediate()
    if (base !== undefined) add(base)
    add(object, base)
  }
  return new Set(chains.keys())
}

/** An object, and what stood in its place before. */
interface Succession {
  readonly object: ObjectBody
  readonly base: ObjectBody | undefined
}

/** Yields the objects in the order in which histories made them. */
function* successions(
  objects: ReadonlyMap<string, ObjectBody>,
  heads: readonly string[],
): Generator<Succession> {
  for (const head of heads) {
    const history: { readonly commit: ObjectBody; readonly tree: string; readonly before?: string }[] = []
    for (let commit = objects.get(head); commit !== undefined; ) {
      const { tree, parent } = parseCommit(commit.body) ?? { tree: '' }
      const earlier = parent === undefined ? undefined : objects.get(parent)
      const before = earlier === undefined ? undefined : parseCommit(earlier.body)?.tree
      history.push({ commit, tree, ...(before === undefined ? {} : { before }) })
      commit = earlier
    }
    for (const { commit, tree, before } of history.toReversed()) {
      yield* succession(objects, tree, before)
      yield { object: commit, base: undefined }
    }
  }
}

function* succession(
  objects: ReadonlyMap<string, ObjectBody>,
  oid: string,
  before: string | undefined,
): Generator<Succession> {
  const object = objects.get(oid)
  if (object === undefined || oid === before) return
  const held = before === undefined ? undefined : objects.get(before)
  const base = held?.type === object.type ? held : undefined
  yield { object, base }
  if (object.type !== 'tree') return
  const changed = changedEntries(base?.body ?? Buffer.alloc(0), object.body)
  const old = new Map(changed.before.map((entry) => [entry.name, entry.oid]))
  for (const entry of changed.after) yield* succession(objects, entry.oid, old.get(entry.name))
}

/** Returns the entries that only one of the two trees has. */
function changedEntries(
  before: Buffer,
  after: Buffer,
): { readonly before: readonly TreeEntry[]; readonly after: readonly TreeEntry[] } {
  const { start, end } = commonEnds(before, after)
  const old = treePiecesOf(before, start, before.length - end)
  const next = treePiecesOf(after, start, after.length - end)
  return { before: entriesBeside(old, next), after: entriesBeside(next, old) }
}

/** Returns the entries that the others do not have. */
function entriesBeside(pieces: readonly Buffer[], others: readonly Buffer[]): readonly TreeEntry[] {
  const known = new Set(others.map((piece) => piece.toString('latin1')))
  return parseTree(Buffer.concat(pieces.filter((piece) => !known.has(piece.toString('latin1'))))) ?? []
}

/** One edit leaves a beginning and an end as they were, which is quickly found; a delta this short needs no further look. */
const SHORT_BYTES = 256

/** Returns a delta, or undefined when it would hardly be smaller than the object. */
function deltaOf(
  base: ObjectBody,
  object: ObjectBody,
): { readonly base: string; readonly bytes: Buffer } | undefined {
  const pieces = object.type === 'tree' ? treePiecesOf : linesOf
  const middle = deltaOfMiddle(base.body, object.body)
  const isShort = middle.length < Math.min(SHORT_BYTES, object.body.length / 2)
  const bytes = isShort ? middle : deltaBetween(pieces(base.body), pieces(object.body))
  return bytes.length < object.body.length / 2 ? { base: base.oid, bytes } : undefined
}
