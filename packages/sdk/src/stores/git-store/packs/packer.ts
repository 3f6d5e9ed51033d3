import { setImmediate } from 'node:timers/promises'
import { failureCode } from '../file-system.ts'
import type { FileSystem } from '../file-system.ts'
import { parseCommit } from '../git-objects.ts'
import type { LooseObjects } from '../loose-objects.ts'
import type { ObjectBody } from './history-pack.ts'
import { addHistories, OBJECTS_PER_TURN } from './history-pack.ts'
import { PackBuilder } from './pack-file.ts'
import { countOf, holds, isKnownIndex } from './pack-index.ts'
import { PackWriter } from './pack-writer.ts'

/** A pack is joined with smaller ones until it is at least this much larger than all of them, so that few packs remain. */
const GROWTH = 2

/**
 * An object that no branch reaches may belong to a commit under way, which takes less than this. It stays a file of its own:
 * those git never removes, while it drops packed ones when it repacks all.
 */
const UNDER_WAY_MS = 15_000

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
  readonly #writer: PackWriter

  constructor(gitDirectory: string, { files, objects }: { files: FileSystem; objects: LooseObjects }) {
    this.#root = `${gitDirectory}/objects/pack`
    this.#files = files
    this.#objects = objects
    // What is packed was durable before, and its files are removed: it may not be less so afterwards.
    this.#writer = new PackWriter(gitDirectory, { files, isDurable: true })
  }

  /** Returns how many packs are there. */
  packs(): number {
    return (this.#files.list(this.#root) ?? []).filter((name) => name.endsWith('.pack')).length
  }

  /** Packs what is loose now; `heads` are the commits from which histories are followed. Nothing is ever pruned. */
  async pack(heads: readonly string[]): Promise<void> {
    const held = this.#heldPacks()
    const oids = this.#objects.list()
    const isHeld = (oid: string): boolean => held.some(({ index }) => holds(index, oid))
    const loose = await this.#read(oids.filter((oid) => !isHeld(oid)))
    const joined = smallPacks(held, loose.size)
    const builder = await this.#joined(joined)
    const packed = await this.#add(builder, loose, heads)
    if (packed.size > 0 || joined.length > 1) {
      await this.#writer.write(builder.finish())
      for (const { path } of joined) this.#removePack(path)
    }
    for (const [done, oid] of oids.entries()) {
      if (done % OBJECTS_PER_TURN === 0) await setImmediate()
      if (packed.has(oid) || (isHeld(oid) && !this.#isUnderWay(oid))) this.#objects.remove(oid)
    }
  }

  async #read(oids: readonly string[]): Promise<Map<string, ObjectBody>> {
    const loose = new Map<string, ObjectBody>()
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

  async #joined(packs: readonly HeldPack[]): Promise<PackBuilder> {
    const builder = new PackBuilder()
    for (const { path, index } of packs) {
      await setImmediate()
      builder.addPack(this.#contentOf(`${path}.pack`), index)
    }
    return builder
  }

  /** Adds the loose objects but those of commits under way, and returns the ids of those added. */
  async #add(
    builder: PackBuilder,
    loose: ReadonlyMap<string, ObjectBody>,
    heads: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const reached = await addHistories(builder, loose, heads)
    const others = [...loose.values()].filter(({ oid }) => !reached.has(oid) && !this.#isUnderWay(oid))
    const left = new Map(others.map((object) => [object.oid, object]))
    await addHistories(builder, left, newestCommits(others))
    for (const object of others) builder.add(object)
    return new Set([...reached, ...left.keys()])
  }

  #isUnderWay(oid: string): boolean {
    return this.#objects.ageMs(oid) < UNDER_WAY_MS
  }

  #heldPacks(): readonly HeldPack[] {
    const names = this.#files.list(this.#root) ?? []
    return names
      .filter((name) => isPackToJoin(name, new Set(names)))
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

/** Says whether the name is that of the index of a pack that nobody keeps as it is. */
function isPackToJoin(name: string, names: ReadonlySet<string>): boolean {
  if (!name.endsWith('.idx')) return false
  const path = name.slice(0, -4)
  return names.has(`${path}.pack`) && !names.has(`${path}.keep`)
}

/** Returns the commits that are no parent of another one. */
function newestCommits(objects: readonly ObjectBody[]): readonly string[] {
  const commits = objects.filter(({ type }) => type === 'commit')
  const parents = new Set(commits.map(({ body }) => parseCommit(body)?.parent))
  return commits.flatMap(({ oid }) => (parents.has(oid) ? [] : [oid]))
}

/** Returns the packs to join with so many new objects: all up to the last that is not much larger than those before it. */
function smallPacks(held: readonly HeldPack[], added: number): readonly HeldPack[] {
  const known = held.filter(({ index }) => isKnownIndex(index))
  const bySize = known.toSorted((left, right) => countOf(left.index) - countOf(right.index))
  let [sum, joined] = [added, 0]
  for (const [position, { index }] of bySize.entries()) {
    if (countOf(index) < GROWTH * sum) joined = position + 1
    sum += countOf(index)
  }
  return bySize.slice(0, joined)
}
