/** One key or several whose hashes collide, sorted by key. */
export interface Leaf {
  readonly hash: number
  readonly entries: readonly (readonly [key: string, value: string])[]
}
/** Up to 32 children; bit i of `bitmap` says that slot i is taken. */
export interface Branch {
  readonly bitmap: number
  readonly children: readonly Node[]
}
export type Node = Leaf | Branch

const BITS = 5
const EMPTY: Branch = { bitmap: 0, children: [] }

/**
 * Maps text to text without ever changing in place: a change shares all but one path of its nodes with the map it came from.
 *
 * A hash array mapped trie (Bagwell 2001) in canonical form: the same content has the same shape, whatever the order of the
 * edits, so a digest over its nodes names the content. `get` and one edit take O(log32 n).
 */
export class PersistentMap implements Iterable<readonly [string, string]> {
  static readonly empty: PersistentMap = new PersistentMap(EMPTY, 0)

  readonly root: Branch
  readonly size: number

  private constructor(root: Branch, size: number) {
    this.root = root
    this.size = size
  }

  static from(entries: Iterable<readonly [string, string]>): PersistentMap {
    let map = PersistentMap.empty
    for (const [key, value] of entries) map = map.with(key, value)
    return map
  }

  get(key: string): string | undefined {
    const hash = hashOf(key)
    let node: Node = this.root
    for (let shift = 0; isBranch(node); shift += BITS) {
      const child: Node | undefined = childOf(node, slotOf(hash, shift))
      if (child === undefined) return undefined
      node = child
    }
    return node.hash === hash ? node.entries.find((entry) => entry[0] === key)?.[1] : undefined
  }

  has(key: string): boolean {
    return this.get(key) !== undefined
  }

  /** Returns this map with `key` at `value`, or without `key` when `value` is null. */
  with(key: string, value: string | null): PersistentMap {
    const before = this.get(key)
    if ((before ?? null) === value) return this
    const hash = hashOf(key)
    if (value === null) return new PersistentMap(without(this.root, { hash, key, shift: 0 }), this.size - 1)
    const leaf: Leaf = { hash, entries: [[key, value]] }
    return new PersistentMap(inserted(this.root, leaf, 0), this.size + (before === undefined ? 1 : 0))
  }

  /** Iterates in code-unit order of the keys. */
  [Symbol.iterator](): Iterator<readonly [string, string]> {
    return entriesBelow(this.root).toSorted(byKey)[Symbol.iterator]()
  }

  keys(): readonly string[] {
    return [...this].map(([key]) => key)
  }

  /** Calls `visit` for every key whose value differs in `other`, in no particular order; shared nodes are not visited. */
  differences(other: PersistentMap, visit: (key: string) => void): void {
    visitDifferences(this.root, other.root, visit)
  }
}

export function isBranch(node: Node): node is Branch {
  return 'children' in node
}

/** FNV-1a over UTF-16 code units, then the 32-bit finaliser of MurmurHash3, so that every five bits are used evenly. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function slotOf(hash: number, shift: number): number {
  return (hash >>> shift) & 31
}

/** Position in `children` of the given slot: how many lower slots are taken. */
function indexOf(bitmap: number, slot: number): number {
  let bits = bitmap & ((1 << slot) - 1)
  let count = 0
  for (; bits !== 0; bits &= bits - 1) count++
  return count
}

function childOf(branch: Branch, slot: number): Node | undefined {
  return (branch.bitmap & (1 << slot)) === 0 ? undefined : branch.children[indexOf(branch.bitmap, slot)]
}

function inserted(branch: Branch, leaf: Leaf, shift: number): Branch {
  const slot = slotOf(leaf.hash, shift)
  const index = indexOf(branch.bitmap, slot)
  const child = childOf(branch, slot)
  if (child === undefined)
    return { bitmap: branch.bitmap | (1 << slot), children: branch.children.toSpliced(index, 0, leaf) }
  return { bitmap: branch.bitmap, children: branch.children.with(index, joined(child, leaf, shift + BITS)) }
}

function joined(child: Node, leaf: Leaf, shift: number): Node {
  if (isBranch(child)) return inserted(child, leaf, shift)
  if (child.hash !== leaf.hash) return inserted(inserted(EMPTY, child, shift), leaf, shift)
  const [added] = leaf.entries
  const others = child.entries.filter(([key]) => key !== added?.[0])
  return { hash: leaf.hash, entries: [...others, ...leaf.entries].toSorted(byKey) }
}

interface Removal {
  readonly hash: number
  readonly key: string
  readonly shift: number
}

/** The key is present: `with` looked. A branch left with one leaf gives way to it, which keeps the form canonical. */
function without(branch: Branch, removal: Removal): Branch {
  const slot = slotOf(removal.hash, removal.shift)
  const index = indexOf(branch.bitmap, slot)
  const child = branch.children[index]
  if (child === undefined) return branch
  const rest = remaining(child, removal)
  return rest === undefined
    ? { bitmap: branch.bitmap & ~(1 << slot), children: branch.children.toSpliced(index, 1) }
    : { bitmap: branch.bitmap, children: branch.children.with(index, rest) }
}

function remaining(child: Node, removal: Removal): Node | undefined {
  if (!isBranch(child)) {
    const entries = child.entries.filter(([key]) => key !== removal.key)
    return entries.length === 0 ? undefined : { hash: child.hash, entries }
  }
  const next = without(child, { ...removal, shift: removal.shift + BITS })
  const [only, ...others] = next.children
  if (only === undefined) return undefined
  return others.length === 0 && !isBranch(only) ? only : next
}

type Entry = Leaf['entries'][number]

/** Gathers the entries of all leaves, in the order of the nodes. */
function entriesBelow(node: Node, gathered: Entry[] = []): readonly Entry[] {
  if (isBranch(node)) for (const child of node.children) entriesBelow(child, gathered)
  else gathered.push(...node.entries)
  return gathered
}

function visitDifferences(left: Node, right: Node, visit: (key: string) => void): void {
  if (left === right) return
  if (!isBranch(left) || !isBranch(right)) return visitLeafDifferences(left, right, visit)
  for (let slot = 0; slot < 32; slot++) {
    const [ours, theirs] = [childOf(left, slot), childOf(right, slot)]
    if (ours !== theirs) visitDifferences(ours ?? EMPTY, theirs ?? EMPTY, visit)
  }
}

function visitLeafDifferences(left: Node, right: Node, visit: (key: string) => void): void {
  if (left === EMPTY) return visitKeys(right, visit)
  if (right === EMPTY) return visitKeys(left, visit)
  const [ours, theirs] = [new Map(entriesBelow(left)), new Map(entriesBelow(right))]
  for (const [key, value] of ours) if (theirs.get(key) !== value) visit(key)
  for (const key of theirs.keys()) if (!ours.has(key)) visit(key)
}

function visitKeys(node: Node, visit: (key: string) => void): void {
  for (const [key] of entriesBelow(node)) visit(key)
}

/** No two entries of a map have the same key. */
function byKey(left: Entry, right: Entry): number {
  return left[0] < right[0] ? -1 : 1
}
