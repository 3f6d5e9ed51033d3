import type { Box, Cut, Sequences } from './box.ts'
import type { StepBudget } from './step-budget.ts'
import type { Work } from './work.ts'

/** After this many rounds a search stops looking for the shortest edit script. */
const MAX_ROUNDS = 256
const UNREACHED_FORWARD = -1
const UNREACHED_BACKWARD = 0x7fffffff

export interface MiddleCut {
  readonly cut: Cut
  /** Whether the search gave up the shortest script; the cut is then the furthest point it reached. */
  readonly isCapped: boolean
}

/**
 * How far one direction has come: per diagonal the base position, counted from the box's start. A diagonal is base
 * minus side, counted from the direction's own corner; a round visits every second one from `high` to `low`.
 */
interface Frontier {
  readonly reach: Int32Array
  low: number
  high: number
}

/** The diagonals that a box has, and what stands for one that no path has reached. */
interface Widening {
  readonly least: number
  readonly most: number
  readonly unreached: number
}

/** Finds a point on a shortest edit script in linear space, by Myers' search from both corners of a box. */
export class MiddleSearch {
  readonly #sequences: Sequences
  readonly #budget: StepBudget
  /** Where diagonal 0 stands in a frontier's array. */
  readonly #centre: number
  readonly #forward: Frontier
  readonly #backward: Frontier

  constructor(sequences: Sequences, { budget, scratch }: Work) {
    this.#sequences = sequences
    this.#budget = budget
    this.#centre = Math.min(MAX_ROUNDS, sequences.base.length + sequences.side.length) + 2
    this.#forward = { reach: scratch.array(2 * this.#centre + 1), low: 0, high: 0 }
    this.#backward = { reach: scratch.array(2 * this.#centre + 1), low: 0, high: 0 }
  }

  /** Searches a box of which neither side is empty, and whose sides share neither their first nor their last token. */
  search(box: Box): MiddleCut {
    const base = this.#sequences.base.subarray(box.baseStart, box.baseEnd)
    const side = this.#sequences.side.subarray(box.sideStart, box.sideEnd)
    this.#restart(this.#forward, 0)
    this.#restart(this.#backward, base.length)
    for (let round = 1; round <= MAX_ROUNDS && !this.#budget.isExceeded; round += 1) {
      this.#widen(this.#forward, { least: -side.length, most: base.length, unreached: UNREACHED_FORWARD })
      const ahead = this.#advance(base, side)
      if (ahead !== undefined) return { cut: within(box, ahead), isCapped: false }
      this.#widen(this.#backward, { least: -base.length, most: side.length, unreached: UNREACHED_BACKWARD })
      const behind = this.#retreat(base, side)
      if (behind !== undefined) return { cut: within(box, behind), isCapped: false }
    }
    return { cut: within(box, this.#furthest(base.length, side.length)), isCapped: true }
  }

  #restart(frontier: Frontier, corner: number): void {
    frontier.low = 0
    frontier.high = 0
    frontier.reach[this.#centre] = corner
  }

  /** Adds a diagonal at each end while the box has one, and gives one up where it has not. */
  #widen(frontier: Frontier, { least, most, unreached }: Widening): void {
    if (frontier.low > least) {
      frontier.low -= 1
      frontier.reach[this.#centre + frontier.low - 1] = unreached
    } else frontier.low += 1
    if (frontier.high < most) {
      frontier.high += 1
      frontier.reach[this.#centre + frontier.high + 1] = unreached
    } else frontier.high -= 1
  }

  /** One forward half of a round; returns the point where it meets the backward frontier, if it does. */
  #advance(base: Int32Array, side: Int32Array): Cut | undefined {
    const { reach, low, high } = this.#forward
    const { reach: other, low: otherLow, high: otherHigh } = this.#backward
    const shift = base.length - side.length
    const mayMeet = (shift & 1) !== 0
    const centre = this.#centre
    let steps = 0
    for (let diagonal = high; diagonal >= low; diagonal -= 2) {
      const below = reach[centre + diagonal - 1] ?? 0
      const above = reach[centre + diagonal + 1] ?? 0
      const start = below >= above ? below + 1 : above
      let at = start
      while (
        at < base.length &&
        at - diagonal < side.length &&
        (base[at] ?? 0) === (side[at - diagonal] ?? 0)
      )
        at += 1
      reach[centre + diagonal] = at
      steps += 1 + at - start
      const facing = diagonal - shift
      if (!mayMeet || facing < otherLow || facing > otherHigh || (other[centre + facing] ?? 0) > at) continue
      this.#budget.spend(steps)
      return { base: at, side: at - diagonal }
    }
    this.#budget.spend(steps)
    return undefined
  }

  /** One backward half of a round; returns the point where it meets the forward frontier, if it does. */
  #retreat(base: Int32Array, side: Int32Array): Cut | undefined {
    const { reach, low, high } = this.#backward
    const { reach: other, low: otherLow, high: otherHigh } = this.#forward
    const shift = base.length - side.length
    const mayMeet = (shift & 1) === 0
    const centre = this.#centre
    let steps = 0
    for (let diagonal = high; diagonal >= low; diagonal -= 2) {
      const below = reach[centre + diagonal - 1] ?? 0
      const above = reach[centre + diagonal + 1] ?? 0
      const start = below < above ? below : above - 1
      const facing = diagonal + shift
      let at = start
      while (at > 0 && at > facing && (base[at - 1] ?? 0) === (side[at - facing - 1] ?? 0)) at -= 1
      reach[centre + diagonal] = at
      steps += 1 + start - at
      if (!mayMeet || facing < otherLow || facing > otherHigh || at > (other[centre + facing] ?? 0)) continue
      this.#budget.spend(steps)
      return { base: at, side: at - facing }
    }
    this.#budget.spend(steps)
    return undefined
  }

  /** The frontier point that is furthest from its own corner; the backward one when both are as far. */
  #furthest(baseLength: number, sideLength: number): Cut {
    const ahead = this.#furthestAhead(baseLength, sideLength)
    const behind = this.#furthestBehind(baseLength, sideLength)
    return baseLength + sideLength - behind.base - behind.side < ahead.base + ahead.side ? ahead : behind
  }

  #furthestAhead(baseLength: number, sideLength: number): Cut {
    const centre = this.#centre
    const { reach, low, high } = this.#forward
    let best: Cut = { base: 0, side: -1 }
    for (let diagonal = high; diagonal >= low; diagonal -= 2) {
      const base = Math.min(reach[centre + diagonal] ?? 0, baseLength, sideLength + diagonal)
      if (2 * base - diagonal > best.base + best.side) best = { base, side: base - diagonal }
    }
    return best
  }

  #furthestBehind(baseLength: number, sideLength: number): Cut {
    const centre = this.#centre
    const { reach, low, high } = this.#backward
    let best: Cut = { base: baseLength, side: sideLength + 1 }
    for (let own = high; own >= low; own -= 2) {
      const diagonal = own + baseLength - sideLength
      const base = Math.max(reach[centre + own] ?? 0, 0, diagonal)
      if (2 * base - diagonal < best.base + best.side) best = { base, side: base - diagonal }
    }
    return best
  }
}

function within(box: Box, point: Cut): Cut {
  return { base: box.baseStart + point.base, side: box.sideStart + point.side }
}
