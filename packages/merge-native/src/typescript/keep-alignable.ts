import type { AlignmentTask, Matches } from './alignment-task.ts'
import { IntList } from './int-list.ts'
import type { Scratch } from '../scratch.ts'

/** How far `isCrowdedOut` looks in each direction. */
const SIGHT = 100
/** From this many occurrences on, a token counts as common in a text of any length. */
const COMMON_AT_MOST = 1024

const ALONE = 0
const COMMON = 2

/** The positions that are worth aligning, per sequence. */
export interface Alignable {
  readonly base: Int32Array
  readonly side: Int32Array
}

interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Matches the common start and end, and returns which positions between them are worth aligning: those whose
 * token the other sequence holds too, but no frequent token that lies among tokens without a partner.
 */
export function keepAlignable(task: AlignmentTask, matches: Matches): Alignable {
  const { base, side, idCount, work } = task
  const { scratch } = work
  const start = matchStart(task, matches)
  const fromEnd = matchEnd(task, matches, start)
  const ranges = {
    base: { start, end: base.length - fromEnd },
    side: { start, end: side.length - fromEnd },
  }
  if (ranges.base.start === ranges.base.end || ranges.side.start === ranges.side.end)
    return { base: scratch.array(0), side: scratch.array(0) }
  const inBase = countTokens(base, scratch.zeros(idCount))
  const inSide = countTokens(side, scratch.zeros(idCount))
  return {
    base: keep({ ids: base, inOther: inSide, scratch }, ranges.base),
    side: keep({ ids: side, inOther: inBase, scratch }, ranges.side),
  }
}

function matchStart({ base, side }: AlignmentTask, matches: Matches): number {
  const limit = Math.min(base.length, side.length)
  let length = 0
  while (length < limit && (base[length] ?? 0) === (side[length] ?? 0)) length += 1
  matches.base.fill(1, 0, length)
  matches.side.fill(1, 0, length)
  return length
}

function matchEnd({ base, side }: AlignmentTask, matches: Matches, start: number): number {
  const limit = Math.min(base.length, side.length) - start
  let length = 0
  while (length < limit && (base[base.length - 1 - length] ?? 0) === (side[side.length - 1 - length] ?? 0))
    length += 1
  matches.base.fill(1, base.length - length)
  matches.side.fill(1, side.length - length)
  return length
}

function countTokens(ids: Int32Array, counts: Int32Array): Int32Array {
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0
    counts[id] = (counts[id] ?? 0) + 1
  }
  return counts
}

interface Counted {
  readonly ids: Int32Array
  /** Per id, how often the other sequence holds it. */
  readonly inOther: Int32Array
  readonly scratch: Scratch
}

function keep({ ids, inOther, scratch }: Counted, { start, end }: Range): Int32Array {
  const common = Math.min(powerNearRoot(ids.length), COMMON_AT_MOST)
  const kinds = scratch.array(end - start)
  for (let at = 0; at < kinds.length; at += 1) {
    const count = inOther[ids[start + at] ?? 0] ?? 0
    kinds[at] = count === 0 ? ALONE : count < common ? 1 : COMMON
  }
  const kept = new IntList(scratch, kinds.length)
  for (let at = 0; at < kinds.length; at += 1) {
    const kind = kinds[at]
    if (kind === ALONE || (kind === COMMON && isCrowdedOut(kinds, at))) continue
    kept.push(start + at)
  }
  return kept.view()
}

/** The smallest power of two whose square exceeds `count`, or its double: 1 → 2, 4 → 4, 16 → 8, 100 → 16. */
function powerNearRoot(count: number): number {
  let power = 1
  for (let rest = count; rest > 0; rest >>= 2) power *= 2
  return power
}

/**
 * Whether a common token should go unmatched: both before and after it, up to the next plain token, stand tokens
 * without a partner, and of all those tokens more than three quarters have none.
 */
function isCrowdedOut(kinds: Int32Array, at: number): boolean {
  const before = countRun(kinds, at, -1)
  if (before.alone === 0) return false
  const after = countRun(kinds, at, 1)
  if (after.alone === 0) return false
  const common = before.common + after.common + 2
  return common * 4 < common + before.alone + after.alone
}

function countRun(kinds: Int32Array, from: number, step: number): { alone: number; common: number } {
  const run = { alone: 0, common: 0 }
  for (let distance = 1; distance <= SIGHT; distance += 1) {
    const kind = kinds[from + distance * step]
    if (kind === ALONE) run.alone += 1
    else if (kind === COMMON) run.common += 1
    else break
  }
  return run
}
