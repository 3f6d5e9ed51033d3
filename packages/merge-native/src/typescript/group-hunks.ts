import type { Hunk } from './align.ts'

/** What one side has in the place of a stretch of the base; the range is half open. */
export interface SideChange {
  /** Index of the side. */
  readonly side: number
  readonly start: number
  readonly end: number
}

/** A stretch of the base that at least one side changes. */
export interface HunkGroup {
  readonly baseStart: number
  readonly baseEnd: number
  /** One entry per side that changes something here, by ascending side. */
  readonly changes: readonly SideChange[]
}

/** What becomes of hunks of two sides that touch without overlapping. */
export type Touching = 'joins' | 'stays-apart'

interface SideHunk extends Hunk {
  readonly side: number
}

/** Groups the hunks of all sides, so that hunks which overlap in the base stand in one group. */
export function groupHunks(sides: readonly (readonly Hunk[])[], touching: Touching): HunkGroup[] {
  const hunks = sides.flatMap((list, side) => list.map((hunk): SideHunk => ({ ...hunk, side })))
  hunks.sort((left, right) => left.baseStart - right.baseStart || left.baseEnd - right.baseEnd)
  const groups: HunkGroup[] = []
  for (let next = 0; next < hunks.length; ) {
    const members: SideHunk[] = []
    let baseEnd = -1
    for (let hunk = hunks[next]; hunk !== undefined && belongs(hunk, members, { baseEnd, touching }); ) {
      members.push(hunk)
      baseEnd = Math.max(baseEnd, hunk.baseEnd)
      next += 1
      hunk = hunks[next]
    }
    groups.push(groupOf(members, baseEnd))
  }
  return groups
}

function belongs(
  hunk: SideHunk,
  [first]: readonly SideHunk[],
  { baseEnd, touching }: { baseEnd: number; touching: Touching },
): boolean {
  if (first === undefined || hunk.baseStart < baseEnd) return true
  if (touching === 'joins') return hunk.baseStart === baseEnd
  return hunk.baseEnd === first.baseStart && first.baseStart === baseEnd
}

function groupOf(members: readonly SideHunk[], baseEnd: number): HunkGroup {
  const baseStart = members[0]?.baseStart ?? 0
  const changes = new Map<number, SideChange>()
  for (const { side, ...hunk } of members) {
    const start = changes.get(side)?.start ?? hunk.sideStart - (hunk.baseStart - baseStart)
    changes.set(side, { side, start, end: hunk.sideEnd + (baseEnd - hunk.baseEnd) })
  }
  return { baseStart, baseEnd, changes: [...changes.values()].sort((left, right) => left.side - right.side) }
}
