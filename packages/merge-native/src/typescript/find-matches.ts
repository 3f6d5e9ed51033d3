import type { AlignmentTask, Matches } from './alignment-task.ts'
import { AnchorSearch } from './anchor-search.ts'
import type { Box, Cut, Sequences } from './box.ts'
import type { Alignable } from './keep-alignable.ts'
import { MiddleSearch } from './middle-search.ts'
import type { Scratch } from '../scratch.ts'

/** Matches alignable tokens: cuts boxes until one side of each is empty, and marks the ends that a box's sides share. */
export function findMatches(task: AlignmentTask, alignable: Alignable, matches: Matches): void {
  const { work } = task
  const sequences = {
    base: pick(task.base, alignable.base, work.scratch),
    side: pick(task.side, alignable.side, work.scratch),
  }
  const middle = new MiddleSearch(sequences, work)
  const anchors = new AnchorSearch(sequences, task)
  const mark = (base: number, side: number): void => {
    matches.base[alignable.base[base] ?? 0] = 1
    matches.side[alignable.side[side] ?? 0] = 1
  }
  const { length: baseEnd } = sequences.base
  const { length: sideEnd } = sequences.side
  const boxes: Box[] = [{ baseStart: 0, baseEnd, sideStart: 0, sideEnd }]
  for (let box = boxes.pop(); box !== undefined && !work.budget.isExceeded; box = boxes.pop()) {
    const core = trim(box, sequences, mark)
    if (core.baseStart === core.baseEnd || core.sideStart === core.sideEnd) continue
    const { cut, isCapped } = middle.search(core)
    const chain = isCapped ? anchors.search(core) : []
    pushParts(boxes, core, chain.length > 0 ? chain : [cut])
  }
}

function pick(ids: Int32Array, positions: Int32Array, scratch: Scratch): Int32Array {
  const picked = scratch.array(positions.length)
  for (let at = 0; at < picked.length; at += 1) picked[at] = ids[positions[at] ?? 0] ?? 0
  return picked
}

/** Marks the start and the end that both sides of the box share, and returns what is left. */
function trim(box: Box, { base, side }: Sequences, mark: (base: number, side: number) => void): Box {
  let { baseStart, baseEnd, sideStart, sideEnd } = box
  while (baseStart < baseEnd && sideStart < sideEnd && (base[baseStart] ?? 0) === (side[sideStart] ?? 0)) {
    mark(baseStart, sideStart)
    baseStart += 1
    sideStart += 1
  }
  while (
    baseStart < baseEnd &&
    sideStart < sideEnd &&
    (base[baseEnd - 1] ?? 0) === (side[sideEnd - 1] ?? 0)
  ) {
    baseEnd -= 1
    sideEnd -= 1
    mark(baseEnd, sideEnd)
  }
  return { baseStart, baseEnd, sideStart, sideEnd }
}

/** Pushes the parts between the cuts, so that the first one is popped first. */
function pushParts(boxes: Box[], box: Box, cuts: readonly Cut[]): void {
  let { baseEnd, sideEnd } = box
  for (const cut of cuts.toReversed()) {
    boxes.push({ baseStart: cut.base, baseEnd, sideStart: cut.side, sideEnd })
    baseEnd = cut.base
    sideEnd = cut.side
  }
  boxes.push({ baseStart: box.baseStart, baseEnd, sideStart: box.sideStart, sideEnd })
}
