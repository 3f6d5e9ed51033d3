import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { failureCode } from '../file-system.ts'
import type { FileSystem } from '../file-system.ts'
import { parseCommit, parseTree } from '../git-objects.ts'
import type { GitObjectType } from '../git-objects.ts'
import type { LooseObjects } from '../loose-objects.ts'
import { deltaBetween, linesOf, treePiecesOf } from './delta.ts'
import { PackBuilder } from './pack-file.ts'
import type { Pack } from './pack-file.ts'
import { countOf, holds, isKnownIndex } from './pack-index.ts'

/** Objects read, packed or removed before other work has its turn. */
const OBJECTS_PER_TURN = 64

/** How many deltas a reader may have to follow. */
const CHAIN_LIMIT = 50

/** A pack is joined with smaller ones until it is at least this much larger than all of them, so that few packs remain. */
const GROWTH = 2

interface LooseObject {
  readonly oid: string
  readonly type: GitObjectType
  readonly body: Buffer
}

interface HeldPack {
  /** Path without ending. */
  readonly path: string
  readonly index: Buffer
}

/** Moves loose objects into packs, and small packs into larger ones. Whatever ends it midway, every object stays readable. */
export class Packer {
  readonly #root: string
  readonly #files: FileSystem
  readonly #objects: LooseObjects

  constructor(gitDirectory: string, { files, objects }: { files: FileSystem; objects: LooseObjects }) {
    this.#root = `${gitDirectory}/objects/pack`
    this.#files = files
    this.#objects = objects
  }

  /** Packs all that is loose now; `heads` are the commits from which histories are followed. */
  async pack(heads: readonly string[]): Promise<void> {
    const held = this.#heldPacks()
    const oids = this.#objects.list()
    const loose = await this.#read(oids.filter((oid) => !held.some(({ index }) => holds(index, oid))))
    const joined = smallPacks(held, loose.size)
    if (loose.size > 0) await this.#write(await this.#build(loose, { heads, joined }))
    if (loose.size > 0) for (const { path } of joined) this.#removePack(path)
    for (const [done, oid] of oids.entries()) {
      if (done % OBJECTS_PER_TURN === 0) await setImmediate()
      this.#objects.remove(oid)
    }
  }

  async #read(oids: readonly string[]): Promise<Map<string, LooseObject>> {
    const loose = new Map<string, LooseObject>()
    for (const [done, oid] of oids.entries()) {
      if (done % OBJECTS_PER_TURN === 0) await setImmediate()
      const bytes = this.#objects.read(oid)
      const end = bytes?.indexOf(0) ?? -1
      const type = bytes?.toString('latin1', 0, end).split(' ')[0]
      if (bytes !== undefined && (type === 'commit' || type === 'tree' || type === 'blob'))
        loose.set(oid, { oid, type, body: bytes.subarray(end + 1) })
    }
    return loose
  }

  async #build(
    loose: ReadonlyMap<string, LooseObject>,
    { heads, joined }: { readonly heads: readonly string[]; readonly joined: readonly HeldPack[] },
  ): Promise<Pack> {
    const builder = new PackBuilder()
    for (const { path, index } of joined) {
      await setImmediate()
      builder.addPack(this.#contentOf(`${path}.pack`), index)
    }
    const chains = new Map<string, number>()
    const add = (object: LooseObject, base?: LooseObject): void => {
      const chain = base === undefined ? 0 : (chains.get(base.oid) ?? 0) + 1
      const delta = base === undefined || chain > CHAIN_LIMIT ? undefined : deltaOf(base, object)
      if (!chains.has(object.oid)) chains.set(object.oid, delta === undefined ? 0 : chain)
      builder.add(delta === undefined ? object : { ...object, delta })
    }
    let done = 0
    for (const { object, base } of successions(loose, heads)) {
      if (done++ % OBJECTS_PER_TURN === 0) await setImmediate()
      if (base !== undefined) add(base)
      add(object, base)
    }
    for (const object of loose.values()) add(object)
    return builder.finish()
  }

  /** The pack first, then its index: whoever sees the index finds the pack. */
  async #write({ name, pack, index }: Pack): Promise<void> {
    const temporary = `${this.#root}/tmp_pack_${process.pid}_${randomBytes(6).toString('hex')}`
    await this.#writeFile(`${temporary}.pack`, pack)
    await this.#writeFile(`${temporary}.idx`, index)
    for (const ending of ['.pack', '.idx'])
      this.#files.rename(temporary + ending, `${this.#root}/pack-${name}${ending}`)
    await this.#files.syncDirectory(this.#root)
  }

  async #writeFile(path: string, bytes: Buffer): Promise<void> {
    const file = this.#files.create(path, 0o444)
    try {
      this.#files.write(file, bytes)
      await this.#files.sync(file)
    } catch (error) {
      this.#files.unlink(path)
      throw error
    } finally {
      this.#files.close(file)
    }
  }

  #heldPacks(): readonly HeldPack[] {
    const names = this.#files.list(this.#root) ?? []
    return names
      .filter((name) => name.endsWith('.idx') && names.includes(name.replace(/idx$/, 'pack')))
      .map((name) => ({
        path: `${this.#root}/${name.slice(0, -4)}`,
        index: this.#contentOf(`${this.#root}/${name}`),
      }))
  }

  #contentOf(path: string): Buffer {
    const content = this.#files.read(path)
    if (content !== undefined) return content
    throw Object.assign(new Error(`${path} is gone: another program packs too`), { code: 'ENOENT' })
  }

  /** Another program may have removed it, or hold it open. */
  #removePack(path: string): void {
    for (const ending of ['.idx', '.rev', '.pack'])
      try {
        this.#files.unlink(path + ending)
      } catch (error) {
        if (failureCode(error) === undefined) throw error
      }
  }
}

/** Returns the packs to join with so many new objects. */
function smallPacks(held: readonly HeldPack[], added: number): readonly HeldPack[] {
  const known = held.filter(({ index }) => isKnownIndex(index))
  const bySize = known.toSorted((left, right) => countOf(left.index) - countOf(right.index))
  const joined: HeldPack[] = []
  let sum = added
  for (const pack of bySize) {
    if (countOf(pack.index) >= GROWTH * sum) break
    joined.push(pack)
    sum += countOf(pack.index)
  }
  return joined
}

/** Yields loose objects in the order in which histories made them, each with what stood in its place before. */
function* successions(
  loose: ReadonlyMap<string, LooseObject>,
  heads: readonly string[],
): Generator<{ readonly object: LooseObject; readonly base: LooseObject | undefined }> {
  for (const head of heads) {
    const history: { readonly tree: string; readonly before: string | undefined }[] = []
    for (let commit = loose.get(head); commit !== undefined; ) {
      const { tree, parent } = parseCommit(commit.body) ?? { tree: '' }
      const earlier = parent === undefined ? undefined : loose.get(parent)
      history.push({ tree, before: earlier === undefined ? undefined : parseCommit(earlier.body)?.tree })
      commit = earlier
    }
    for (const { tree, before } of history.toReversed()) yield* succession(loose, tree, before)
  }
}

function* succession(
  loose: ReadonlyMap<string, LooseObject>,
  oid: string,
  before: string | undefined,
): Generator<{ readonly object: LooseObject; readonly base: LooseObject | undefined }> {
  const object = loose.get(oid)
  if (object === undefined || oid === before) return
  const held = before === undefined ? undefined : loose.get(before)
  const base = held?.type === object.type ? held : undefined
  yield { object, base }
  if (object.type !== 'tree') return
  const old = new Map(parseTree(base?.body ?? Buffer.alloc(0))?.map((entry) => [entry.name, entry.oid]))
  for (const entry of parseTree(object.body) ?? []) yield* succession(loose, entry.oid, old.get(entry.name))
}

/** Returns a delta, or undefined when it would hardly be smaller than the object. */
function deltaOf(
  base: LooseObject,
  object: LooseObject,
): { readonly base: string; readonly bytes: Buffer } | undefined {
  const pieces = object.type === 'tree' ? treePiecesOf : linesOf
  const bytes = deltaBetween(pieces(base.body), pieces(object.body))
  return bytes.length < object.body.length / 2 ? { base: base.oid, bytes } : undefined
}
