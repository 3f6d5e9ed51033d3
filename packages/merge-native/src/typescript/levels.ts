import type { Granularity } from '../kernel.ts'
import type { Touching } from './group-hunks.ts'
import { splitLines, splitSentences, splitWords } from './tokens.ts'
import type { Splitter } from './tokens.ts'

/** One granularity at which a conflict may fall apart. */
export interface Level {
  readonly split: Splitter
  readonly touching: Touching
  /** How many thirds of the base's tokens every side must keep; the conflict stays whole otherwise. */
  readonly leastKeptThirds: 0 | 2
}

/** Lines that touch conflict, as they do in git. */
const LINES: Level = { split: splitLines, touching: 'joins', leastKeptThirds: 0 }
/** Neighbouring sentences are independent. */
const SENTENCES: Level = { split: splitSentences, touching: 'stays-apart', leastKeptThirds: 0 }
/** Words of one sentence are independent with an unchanged word between them, unless a side rewrote the sentence. */
const WORDS: Level = { split: splitWords, touching: 'joins', leastKeptThirds: 2 }

/** Returns the levels of a granularity, in the order in which conflicts pass through them. */
export function levelsOf(granularity: Granularity): readonly Level[] {
  return granularity === 'prose' ? [LINES, SENTENCES, WORDS] : [LINES]
}
