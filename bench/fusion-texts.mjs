// One-key artifacts and four concurrent edits of each: prompts, Markdown files and code, from text found in node_modules.
import { sourceLines } from './merge-texts.mjs'

/** Workers that edit one text at the same time. */
export const WORKERS = 4
const SENTENCES_OF_A_TEXT = 24
const PER_PART = 4
const CODE_LINES = 60
/** The least words of a piece that can be reworded. */
const LEAST_WORDS = 4

const SENTENCE = /^\s*\* ([A-Z][a-z]+(?: [a-z,'-]+){6,16}\.)$/
/** The sentences that are a line of a comment in real source, each once. */
const SENTENCES = [...new Set(sourceLines(100_000).flatMap((line) => SENTENCE.exec(line)?.[1] ?? []))]
const CODE = sourceLines(5000)

/** One-key artifacts: pieces that, joined, are the text, and what stands between two pieces. */
export const ARTIFACTS = {
  prompt: {
    key: 'prompt',
    between: ' ',
    pieces: (random) =>
      drawn(SENTENCES, SENTENCES_OF_A_TEXT, random).map(
        (sentence, at) => `${sentence}${isLast(at) ? '\n\n' : ' '}`,
      ),
  },
  'file, .md': {
    key: 'guide.md',
    between: '\n',
    pieces: (random) =>
      drawn(SENTENCES, SENTENCES_OF_A_TEXT, random).map(
        (sentence, at) => `- ${sentence}${isLast(at) ? '\n\n## More\n\n' : '\n'}`,
      ),
  },
  'file, .js': {
    key: 'source.js',
    between: '\n',
    pieces: (random) => {
      const start = random(CODE.length - CODE_LINES)
      return CODE.slice(start, start + CODE_LINES).map((line) => `${line}\n`)
    },
  },
}

/** The place that each worker edits, for each kind of merge; undefined where the text has no such places. */
export const PLACES = {
  'same sentence': (pieces, random) => {
    const [place] = drawn(editable(pieces), 1, random)
    return place === undefined ? undefined : Array.from({ length: WORKERS }, () => place)
  },
  'neighbouring sentences': (pieces, random) => {
    const places = editable(pieces)
    const starts = places.filter((place, at) => places[at + WORKERS - 1] === place + WORKERS - 1)
    const [start] = drawn(starts, 1, random)
    return start === undefined ? undefined : Array.from({ length: WORKERS }, (_, worker) => start + worker)
  },
  'far apart': (pieces, random) => {
    const quarter = pieces.length / WORKERS
    const places = Array.from({ length: WORKERS }, (_, worker) => {
      // The first pieces of a quarter stay as they are, so that edits of two quarters never touch.
      const inside = editable(pieces).filter(
        (at) => at >= worker * quarter + 2 && at < (worker + 1) * quarter,
      )
      return drawn(inside, 1, random)[0]
    })
    return places.includes(undefined) ? undefined : places
  },
}

/**
 * Returns the pieces with one edit: usually one to three words of a piece in other words, sometimes a new piece behind it.
 * `mark` is a word that no text has; the edit has survived where it stands.
 */
export function edited(pieces, place, { mark, between, random }) {
  const { indent, words, end } = partsOf(pieces[place])
  if (random(4) === 0)
    return pieces.with(
      place,
      `${indent}${words.join(' ')}${between}${indent}Then ${mark} what was asked for.${end}`,
    )
  const at = random(words.length - 1)
  const count = Math.min(1 + random(3), words.length - 1 - at)
  const others = Array.from({ length: count }, (_, index) => (index === 0 ? mark : `other${mark}`))
  return pieces.with(place, `${indent}${words.toSpliced(at, count, ...others).join(' ')}${end}`)
}

/** Returns the pieces with nothing left as it was, or each with every second word in another word. */
export function rewritten(pieces, { mark, random, isParaphrase }) {
  return pieces.map((piece, at) => {
    const { indent, words, end } = partsOf(piece)
    const first = random(2)
    const paraphrase = words.map((word, index) => (index % 2 === first ? `${mark}${at}` : word))
    const text = isParaphrase ? paraphrase.join(' ') : `Piece ${mark}${at} says it in words of its own.`
    return `${indent}${mark} ${text}${end}`
  })
}

function partsOf(piece) {
  const [, indent, text, end] = /^(\s*(?:- )?)(.*?)(\n\n## More\n\n|\s*)$/s.exec(piece)
  return { indent, words: text.split(' '), end }
}

function isLast(at) {
  return at % PER_PART === PER_PART - 1
}

function editable(pieces) {
  return [...pieces.keys()].filter((at) => partsOf(pieces[at]).words.length >= LEAST_WORDS)
}

function drawn(list, count, random) {
  const left = [...list]
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random(left.length), 1)[0])
}
