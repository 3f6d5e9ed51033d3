import type { Granularity, TextSides } from '@agentdescent/merge-native'
import { FAMILIES } from './random-families.ts'
import type { Family } from './random-families.ts'
import { SeededRandom } from './seeded-random.ts'

/** One three-way merge to try; its seed makes it again. */
export interface MergeCase extends TextSides {
  readonly seed: number
  readonly family: string
  readonly granularity: Granularity
}

/** Returns the case of a seed: a base of one family, and two sides that a few edits made from it. */
export function randomCase(seed: number, families: readonly [Family, ...Family[]] = FAMILIES): MergeCase {
  const random = new SeededRandom(seed)
  const family = random.pick(families)
  let serial = 0
  const piece = (): string => {
    serial += 1
    return family.piece(random, serial)
  }
  const base = random.list(random.below(family.pieces + 1), piece)
  const ours = edited(base, piece, { random, family })
  const theirs = random.isWithin(10)
    ? edited(ours, piece, { random, family })
    : edited(base, piece, { random, family })
  const bytes = (pieces: readonly string[]): Uint8Array => encode(family, withoutEnd(pieces.join(''), random))
  const granularity = family.isProse && random.isWithin(80) ? 'prose' : 'line'
  return {
    seed,
    family: family.name,
    granularity,
    base: bytes(base),
    ours: bytes(ours),
    theirs: bytes(theirs),
  }
}

interface Editing {
  readonly random: SeededRandom
  readonly family: Family
}

function edited(base: readonly string[], piece: () => string, { random, family }: Editing): string[] {
  const pieces = [...base]
  for (let edits = random.below(5); edits > 0; edits -= 1) {
    const at = random.below(pieces.length + 1)
    const roll = random.below(100)
    const tweaked = pieces[at]
    if (family.isProse && tweaked !== undefined && random.isWithin(50)) pieces[at] = reworded(tweaked, random)
    else if (roll < family.moves) {
      const block = pieces.splice(at, 1 + random.below(5))
      pieces.splice(random.below(pieces.length + 1), 0, ...block)
    } else if (roll < 35) pieces.splice(at, 1 + random.below(3))
    else {
      const copied = pieces[random.below(pieces.length)]
      const added = copied !== undefined && random.isWithin(family.copies) ? copied : piece()
      pieces.splice(at, random.isWithin(60) ? 1 + random.below(2) : 0, added)
    }
  }
  return pieces
}

/** Replaces, adds or removes one word of a piece. */
function reworded(piece: string, random: SeededRandom): string {
  const words = piece.split(' ')
  words.splice(random.below(words.length + 1), random.below(2), ...random.list(random.below(2), () => 'new'))
  return words.join(' ')
}

/** Drops the last character of every tenth text, so that many end without a terminator. */
function withoutEnd(text: string, random: SeededRandom): string {
  return random.isWithin(10) ? text.slice(0, -1) : text
}

function encode({ name }: Family, text: string): Uint8Array {
  return name === 'binary' ? Buffer.from(text, 'latin1') : Buffer.from(text, 'utf8')
}
