import type { SeededRandom } from './seeded-random.ts'

/** How the texts of one family of cases are made of pieces; the pieces of a text, joined, are the text. */
export interface Family {
  readonly name: string
  readonly isProse: boolean
  /** The most pieces that a base has. */
  readonly pieces: number
  /** Returns a new piece; `serial` never repeats within a case. */
  readonly piece: (random: SeededRandom, serial: number) => string
  /** How often, in per cent, an edit inserts a copy of a piece that is there; 0 keeps pieces as unique as `piece` makes them. */
  readonly copies: number
  /** How often, in per cent, an edit moves a block. */
  readonly moves: number
}

const WORDS = [
  'answer',
  'brief',
  'the',
  'a',
  'unit',
  'never',
  'guess',
  'in',
  'cents',
  'if',
  'list',
  'no',
] as const
const WIDE_WORDS = ['短く', '答える', 'μονάδα', 'никогда', '単位', '🙂', 'ответ', 'naïve'] as const
const CODE = ['  }', '}', '', '  return x', '    x += 1', '  for (;;) {', '// todo', 'end'] as const
const BULLETS = ['', '', '- ', '* ', '## ', '> '] as const
const TERMINATORS = ['\n', '\n', '\r\n', '\r\n', '\r', '\n\r'] as const

export const FAMILIES: readonly [Family, ...Family[]] = [
  { ...family('unique', 30), piece: (_, serial) => `line ${serial}\n`, copies: 0, moves: 15 },
  { ...family('code', 40), piece: (random, serial) => `${codeLine(random, serial)}\n`, moves: 5 },
  { ...family('moved', 40), piece: (random, serial) => `${codeLine(random, serial)}\n`, moves: 50 },
  { ...family('letters', 25), piece: (random) => `${random.pick(['a', 'b', 'c', 'd'])}\n` },
  {
    ...family('markdown', 30),
    isProse: true,
    piece: (random) => `${random.pick(BULLETS)}${words(random, 4)}\n`,
  },
  { ...family('prose', 12), isProse: true, piece: sentence },
  {
    ...family('wrapped', 25),
    isProse: true,
    piece: (random) => `${words(random, 5)}${random.pick([' ', '.\n', '\n'])}`,
  },
  { ...family('terminators', 20), piece: (random) => `${words(random, 1)}${random.pick(TERMINATORS)}` },
  { ...family('wide', 15), isProse: true, piece: wideSentence },
  {
    ...family('binary', 30),
    isProse: true,
    piece: (random) => String.fromCharCode(random.below(256), random.below(16)),
  },
]

function family(name: string, pieces: number): Omit<Family, 'piece'> {
  return { name, pieces, isProse: false, copies: 30, moves: 10 }
}

function codeLine(random: SeededRandom, serial: number): string {
  return random.isWithin(50) ? random.pick(CODE) : `  call(${serial})`
}

function sentence(random: SeededRandom): string {
  return `${words(random, 9)}${random.pick(['. ', '. ', '! ', '?\n', '." ', '.  '])}`
}

function words(random: SeededRandom, most: number): string {
  return random.list(1 + random.below(most), () => random.pick(WORDS)).join(' ')
}

function wideSentence(random: SeededRandom): string {
  const text = random.list(1 + random.below(5), () => random.pick(WIDE_WORDS)).join(random.pick(['', ' ']))
  return `${text}${random.pick(['。', '！', '？', '. ', '\n'])}`
}
