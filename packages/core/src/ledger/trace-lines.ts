import { lineHunks } from '../runtime/merge-kernel.ts'

/** A line of the newest version, and the version that brought it. */
export interface TracedLine<Version> {
  /** Without its line feed. */
  readonly text: string
  readonly origin: Version
}

/** Returns the lines of a text without their line feeds; a last one is a line also where no line feed ends it. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/**
 * Follows every line of the newest version back to the version that brought it. `versions` come newest first, and no more of them
 * are read than there are lines left to explain; what the oldest one holds, it brought.
 */
export async function traceLines<Version extends { readonly text: string }>(
  versions: AsyncIterable<Version>,
): Promise<readonly TracedLine<Version>[]> {
  const traced: TracedLine<Version>[] = []
  let child: Followed<Version> | undefined
  for await (const version of versions) {
    const lines = sharedLines(linesOf(version.text), child?.lines ?? [])
    if (child === undefined) {
      child = { version, lines, wanted: new Map(lines.map((_, at) => [at, at])) }
      continue
    }
    const wanted = inherited(child, lines, traced)
    child = { version, lines, wanted }
    if (wanted.size === 0) break
  }
  if (child !== undefined) for (const [at, place] of child.wanted) settle(child, { at, place }, traced)
  return traced
}

interface Followed<Version> {
  readonly version: Version
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
  for (let end = 1; end <= shorter - start && take(lines.length - end, others.length - end); end++);
  return shared
}

/** Settles the lines that the child brought, and returns those that stand in its parent, where they stand there. */
function inherited<Version>(
  child: Followed<Version>,
  parentLines: readonly string[],
  traced: TracedLine<Version>[],
): ReadonlyMap<number, number> {
  const wanted = new Map<number, number>()
  const places = parentPlaces(parentLines, child.lines)
  for (const [at, place] of child.wanted) {
    const before = places[at]
    if (before === undefined) settle(child, { at, place }, traced)
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

function settle<Version>(
  { lines, version }: Followed<Version>,
  { at, place }: { readonly at: number; readonly place: number },
  traced: TracedLine<Version>[],
): void {
  traced[place] = { text: lines[at] ?? '', origin: version }
}
