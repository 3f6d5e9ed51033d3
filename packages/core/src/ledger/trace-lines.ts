import { lineHunks } from '../runtime/merge-kernel.ts'

/** What a version holds, and what the caller knows it by. */
export interface VersionText<Origin> {
  readonly text: string
  readonly origin: Origin
}

/** A line of the newest version, and the version that brought it. */
export interface TracedLine<Origin> {
  /** Without its line feed. */
  readonly text: string
  readonly origin: Origin
}

/** Returns the lines of a text without their line feeds; a last one is a line also where no line feed ends it. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/**
 * Follows every line of the newest version back to the version that brought it. `versions` come newest first, and no more of them
 * are read than there are lines left to explain; what the oldest one holds, it brought. Two texts are held at a time.
 */
export async function traceLines<Origin>(
  versions: AsyncIterable<VersionText<Origin>>,
): Promise<readonly TracedLine<Origin>[]> {
  const origins: Origin[] = []
  let newest: readonly string[] = []
  let child: Followed<Origin> | undefined
  for await (const { text, origin } of versions) {
    if (child === undefined) {
      newest = linesOf(text)
      child = { origin, lines: newest, wanted: new Map(newest.map((_, at) => [at, at])) }
      continue
    }
    const lines = sharedLines(linesOf(text), child.lines)
    child = { origin, lines, wanted: inherited(child, lines, origins) }
    if (child.wanted.size === 0) break
  }
  if (child === undefined) return []
  for (const place of child.wanted.values()) origins[place] = child.origin
  return origins.map((origin, place) => ({ text: newest[place] ?? '', origin }))
}

interface Followed<Origin> {
  readonly origin: Origin
  readonly lines: readonly string[]
  /** Lines of this version that are still followed, with their places in the newest. */
  readonly wanted: ReadonlyMap<number, number>
}

/**
 * Returns the lines with the others' own strings where both begin and end alike: a string is hashed once, and most of a version
 * stands in its neighbours.
 */
function sharedLines(lines: readonly string[], others: readonly string[]): readonly string[] {
  const shared = [...lines]
  const shorter = Math.min(lines.length, others.length)
  const take = (at: number, from: number): boolean => {
    const other = others[from]
    if (other === undefined || other !== shared[at]) return false
    shared[at] = other
    return true
  }
  let start = 0
  while (start < shorter && take(start, start)) start++
  let end = 1
  while (end <= shorter - start && take(lines.length - end, others.length - end)) end++
  return shared
}

/** Settles the lines that the child brought, and returns those that stand in its parent, where they stand there. */
function inherited<Origin>(
  child: Followed<Origin>,
  parentLines: readonly string[],
  origins: Origin[],
): ReadonlyMap<number, number> {
  const wanted = new Map<number, number>()
  const places = parentPlaces(parentLines, child.lines)
  for (const [at, place] of child.wanted) {
    const before = places[at]
    if (before === undefined) origins[place] = child.origin
    else wanted.set(before, place)
  }
  return wanted
}

/** Returns, for each line of the child, its place in the parent; undefined where the child brought it. */
function parentPlaces(parent: readonly string[], child: readonly string[]): readonly (number | undefined)[] {
  const places: (number | undefined)[] = []
  let shift = 0
  for (const { baseEnd, sideStart, sideEnd } of lineHunks(parent, child)) {
    while (places.length < sideStart) places.push(places.length + shift)
    while (places.length < sideEnd) places.push(undefined)
    shift = baseEnd - sideEnd
  }
  while (places.length < child.length) places.push(places.length + shift)
  return places
}
