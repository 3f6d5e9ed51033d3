import type { Granularity } from '../kernel.ts'
import type { Touching } from './group-hunks.ts'
import { endOfLine, endOfSentence, endOfWord } from './tokens.ts'
import type { EndOfToken } from './tokens.ts'

/** One granularity at which a conflict may fall apart. */
export interface Level {
  readonly endOf: EndOfToken
  /** A byte that ends a token wherever it stands, if there is one. */
  readonly closingByte?: number
  readonly touching: Touching
  /** How many thirds of the base's tokens every side must keep; the conflict stays whole otherwise. */
  readonly leastKeptThirds: 0 | 2
}

/** Lines that touch conflict, as they do in git. */
const LINES: Level = { endOf: endOfLine, closingByte: 10, touching: 'joins', leastKeptThirds: 0 }
/** Neighbouring sentences are independent. */
const SENTENCES: Level = { endOf: endOfSentence, touching: 'stays-apart', leastKeptThirds: 0 }
/** Words of one sentence are independent with an unchanged word between them, unless a side rewrote the sentence. */
const WORDS: Level = { endOf: endOfWord, touching: 'joins', leastKeptThirds: 2 }

/** Returns the levels of a granularity, in the order in which conflicts pass through them. */
export function levelsOf(granularity: Granularity): readonly Level[] {
  return granularity === 'prose' ? [LINES, SENTENCES, WORDS] : [LINES]
}
