import type { AlignmentTask, Matches } from './align.ts'
import { IntList } from './int-list.ts'

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
  const { base, side, idCount } = task
  const start = matchStart(task, matches)
  const fromEnd = matchEnd(task, matches, start)
  const ranges = {
    base: { start, end: base.length - fromEnd },
    side: { start, end: side.length - fromEnd },
  }
  if (ranges.base.start === ranges.base.end || ranges.side.start === ranges.side.end)
    return { base: new Int32Array(0), side: new Int32Array(0) }
  const inBase = countTokens(base, idCount)
  const inSide = countTokens(side, idCount)
  return { base: keep(base, ranges.base, inSide), side: keep(side, ranges.side, inBase) }
}

function matchStart({ base, side }: AlignmentTask, matches: Matches): number {
  const limit = Math.min(base.length, side.length)
  let length = 0
  while (length < limit && base[length] === side[length]) length += 1
  matches.base.fill(1, 0, length)
  matches.side.fill(1, 0, length)
  return length
}

function matchEnd({ base, side }: AlignmentTask, matches: Matches, start: number): number {
  const limit = Math.min(base.length, side.length) - start
  let length = 0
  while (length < limit && base[base.length - 1 - length] === side[side.length - 1 - length]) length += 1
  matches.base.fill(1, base.length - length)
  matches.side.fill(1, side.length - length)
  return length
}

function countTokens(ids: Int32Array, idCount: number): Int32Array {
  const counts = new Int32Array(idCount)
  for (const id of ids) counts[id] = (counts[id] ?? 0) + 1
  return counts
}

function keep(ids: Int32Array, { start, end }: Range, inOther: Int32Array): Int32Array {
  const common = Math.min(powerNearRoot(ids.length), COMMON_AT_MOST)
  const kinds = new Uint8Array(end - start)
  for (let at = 0; at < kinds.length; at += 1) {
    const count = inOther[ids[start + at] ?? 0] ?? 0
    kinds[at] = count === 0 ? ALONE : count < common ? 1 : COMMON
  }
  const kept = new IntList(kinds.length)
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
function isCrowdedOut(kinds: Uint8Array, at: number): boolean {
  const before = countRun(kinds, at, -1)
  if (before.alone === 0) return false
  const after = countRun(kinds, at, 1)
  if (after.alone === 0) return false
  const common = before.common + after.common + 2
  return common * 4 < common + before.alone + after.alone
}

function countRun(kinds: Uint8Array, from: number, step: number): { alone: number; common: number } {
  const run = { alone: 0, common: 0 }
  for (let distance = 1; distance <= SIGHT; distance += 1) {
    const kind = kinds[from + distance * step]
    if (kind === ALONE) run.alone += 1
    else if (kind === COMMON) run.common += 1
    else break
  }
  return run
}
