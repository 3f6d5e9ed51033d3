import type { StepBudget } from './step-budget.ts'

export interface SlideContext {
  /** The partners' positions in the other sequence, with its length as the last entry. */
  readonly other: Int32Array
  readonly budget: StepBudget
}

/**
 * Moves each run of unmatched tokens as far down as equal tokens allow, or to the last place on the way where the
 * other sequence has a run too; runs that meet become one. `partners` holds the matched positions of `ids`, with
 * its length as the last entry, and changes in place: moving a run past a token moves that token's partnership.
 */
export function slideChanges(ids: Int32Array, partners: Int32Array, { other, budget }: SlideContext): void {
  const slide = new Slide(ids, partners, other)
  for (let gap = 0; gap < partners.length && !budget.isExceeded; gap += 1) {
    if (gapLength(partners, gap) === 0) continue
    gap = slide.settle(gap)
    budget.spend(slide.takeSteps())
  }
}

/** Gap `n` is what lies before partner `n`: the unmatched tokens after partner `n - 1`. */
function gapLength(partners: Int32Array, gap: number): number {
  return (partners[gap] ?? 0) - (partners[gap - 1] ?? -1) - 1
}

class Slide {
  readonly #ids: Int32Array
  readonly #partners: Int32Array
  readonly #other: Int32Array
  #steps = 0

  constructor(ids: Int32Array, partners: Int32Array, other: Int32Array) {
    this.#ids = ids
    this.#partners = partners
    this.#other = other
  }

  takeSteps(): number {
    const steps = this.#steps
    this.#steps = 0
    return steps
  }

  /** Slides the run in a gap to its final place, and returns the gap that it fills there. */
  settle(start: number): number {
    let gap = start
    let top = gap
    let aligned = -1
    for (let length = -1; length !== gapLength(this.#partners, gap); ) {
      length = gapLength(this.#partners, gap)
      while (this.#canRise(gap)) gap = this.#rise(gap)
      top = gap
      aligned = gapLength(this.#other, gap) > 0 ? gap : -1
      while (this.#canSink(gap)) {
        gap = this.#sink(gap)
        if (gapLength(this.#other, gap) > 0) aligned = gap
      }
    }
    if (gap > top && aligned >= 0) while (gap > aligned) gap = this.#rise(gap)
    return gap
  }

  /** Whether the token before the run equals the run's last token. */
  #canRise(gap: number): boolean {
    return gap > 0 && this.#ids[this.#partners[gap - 1] ?? 0] === this.#ids[(this.#partners[gap] ?? 0) - 1]
  }

  #rise(gap: number): number {
    this.#steps += 1
    this.#partners[gap - 1] = (this.#partners[gap] ?? 0) - 1
    return gap - 1
  }

  /** Whether the token after the run equals the run's first token. */
  #canSink(gap: number): boolean {
    const after = this.#partners[gap] ?? 0
    return after < this.#ids.length && this.#ids[(this.#partners[gap - 1] ?? -1) + 1] === this.#ids[after]
  }

  #sink(gap: number): number {
    this.#steps += 1
    this.#partners[gap] = (this.#partners[gap - 1] ?? -1) + 1
    return gap + 1
  }
}
