import { align } from './align.ts'
import type { Hunk } from './align.ts'
import { areEqualBytes } from './bytes.ts'
import { groupHunks } from './group-hunks.ts'
import type { HunkGroup, SideChange } from './group-hunks.ts'
import { Interner } from './interner.ts'
import type { TokenText } from './interner.ts'
import type { Level } from './levels.ts'
import type { Scratch } from '../scratch.ts'
import type { Work } from './work.ts'

/** A stretch of a merge in progress; all bytes are views of the texts that are merged. */
export type Draft = { readonly kind: 'merged'; readonly text: Uint8Array } | Conflict

/** What the sides that change one stretch of the base put in its place; no two of them are equal. */
export interface Conflict {
  readonly kind: 'conflict'
  readonly base: Uint8Array
  readonly sides: readonly Uint8Array[]
}

interface Tokenised {
  readonly base: TokenText
  readonly sides: readonly TokenText[]
  readonly idCount: number
}

/**
 * Cuts a conflict into the tokens of a level and returns the stretches it then consists of. It stays whole when a
 * side keeps too little of the base for this level, and when the budget is exceeded.
 */
export function refine(conflict: Conflict, level: Level, work: Work): readonly Draft[] {
  const { budget, scratch } = work
  if (budget.isExceeded) return [conflict]
  const tokenised = tokenise(conflict, level, scratch)
  const { base, sides, idCount } = tokenised
  budget.spend(sides.reduce((sum, { ids }) => sum + ids.length, base.ids.length))
  const changes: (readonly Hunk[])[] = []
  for (const side of sides) {
    if (budget.isExceeded) return [conflict]
    const hunks = align({ base: base.ids, side: side.ids, idCount, work })
    if (!keepsEnough(base.ids.length, hunks, level)) return [conflict]
    changes.push(hunks)
  }
  return draftsOf(groupHunks(changes, level.touching), tokenised)
}

function tokenise({ base, sides }: Conflict, { endOf, closingByte }: Level, scratch: Scratch): Tokenised {
  const interner = new Interner(scratch)
  const text = interner.tokenise(base, endOf)
  const guide = closingByte === undefined ? undefined : { text, closingByte }
  const sideTexts = sides.map((side) => interner.tokenise(side, endOf, guide))
  return { base: text, sides: sideTexts, idCount: interner.idCount }
}

function keepsEnough(baseTokens: number, hunks: readonly Hunk[], { leastKeptThirds }: Level): boolean {
  const kept = hunks.reduce((rest, { baseStart, baseEnd }) => rest - (baseEnd - baseStart), baseTokens)
  return kept * 3 >= baseTokens * leastKeptThirds
}

function draftsOf(groups: readonly HunkGroup[], { base, sides }: Tokenised): Draft[] {
  const drafts: Draft[] = []
  const addMerged = (text: Uint8Array): void => {
    if (text.length > 0) drafts.push({ kind: 'merged', text })
  }
  let unchangedFrom = 0
  for (const { baseStart, baseEnd, changes } of groups) {
    addMerged(bytesOf(base, unchangedFrom, baseStart))
    unchangedFrom = baseEnd
    const contents = distinctContents(changes, sides)
    const [only, second] = contents
    if (second !== undefined)
      drafts.push({ kind: 'conflict', base: bytesOf(base, baseStart, baseEnd), sides: contents })
    else if (only !== undefined) addMerged(only)
  }
  addMerged(bytesOf(base, unchangedFrom, base.ids.length))
  return drafts
}

/** What the changes come to, equal ones once, in the order of the sides. */
function distinctContents(changes: readonly SideChange[], sides: readonly TokenText[]): Uint8Array[] {
  const contents: Uint8Array[] = []
  for (const { side, start, end } of changes) {
    const text = sides[side]
    if (text === undefined) continue
    const content = bytesOf(text, start, end)
    if (!contents.some((known) => areEqualBytes(known, content))) contents.push(content)
  }
  return contents
}

function bytesOf({ bytes, starts }: TokenText, start: number, end: number): Uint8Array {
  return bytes.subarray(starts[start], starts[end])
}
