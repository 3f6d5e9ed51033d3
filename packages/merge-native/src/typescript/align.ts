import type { AlignmentTask } from './alignment-task.ts'
import { findMatches } from './find-matches.ts'
import { keepAlignable } from './keep-alignable.ts'
import { slideChanges } from './slide-changes.ts'
import type { Scratch } from '../scratch.ts'

/** A run of base tokens and what a side has in its place; the ranges are half open and one may be empty. */
export interface Hunk {
  readonly baseStart: number
  readonly baseEnd: number
  readonly sideStart: number
  readonly sideEnd: number
}

/** Returns what the side changes, in order; between two hunks stands at least one unchanged token. */
export function align(task: AlignmentTask): readonly Hunk[] {
  const { base, side, work } = task
  const { budget, scratch } = work
  const matches = { base: scratch.zeros(base.length), side: scratch.zeros(side.length) }
  findMatches(task, keepAlignable(task, matches), matches)
  const partners = {
    base: matchedPositions(matches.base, scratch),
    side: matchedPositions(matches.side, scratch),
  }
  slideChanges(base, partners.base, { other: partners.side, budget })
  slideChanges(side, partners.side, { other: partners.base, budget })
  return hunksBetween(partners.base, partners.side)
}

/** The positions of the matched tokens, with the sequence's length as the last entry. */
function matchedPositions(isMatched: Int32Array, scratch: Scratch): Int32Array {
  const positions = scratch.array(isMatched.length + 1)
  let count = 0
  for (let at = 0; at < isMatched.length; at += 1) {
    if (isMatched[at] === 0) continue
    positions[count] = at
    count += 1
  }
  positions[count] = isMatched.length
  return positions.subarray(0, count + 1)
}

function hunksBetween(base: Int32Array, side: Int32Array): Hunk[] {
  const hunks: Hunk[] = []
  let baseStart = 0
  let sideStart = 0
  for (let pair = 0; pair < base.length; pair += 1) {
    const baseEnd = base[pair] ?? 0
    const sideEnd = side[pair] ?? 0
    if (baseEnd > baseStart || sideEnd > sideStart) hunks.push({ baseStart, baseEnd, sideStart, sideEnd })
    baseStart = baseEnd + 1
    sideStart = sideEnd + 1
  }
  return hunks
}
