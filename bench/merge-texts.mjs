// The texts that merges are measured on: real source found at run time, and five inputs that are hard on a diff.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'

/** Real source that every checkout has: isomorphic-git's program, then the declarations that TypeScript ships. */
function sourceFiles() {
  const typescript = createRequire(createRequire(import.meta.url).resolve('typescript/package.json'))
  const platform = `@typescript/typescript-${process.platform}-${process.arch}/package.json`
  const library = join(dirname(typescript.resolve(platform)), 'lib')
  const declarations = readdirSync(library).filter((name) => name.endsWith('.d.ts'))
  return [
    createRequire(new URL('../packages/sdk/package.json', import.meta.url)).resolve('isomorphic-git'),
    ...declarations.toSorted().map((name) => join(library, name)),
  ]
}

/** Returns a generator of integers below a limit (mulberry32). */
export function randomFrom(seed) {
  let state = seed | 0
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
}

/** Returns so many lines of real source, the same ones on every run; the source is read again when it ends. */
export function sourceLines(count) {
  const lines = []
  const files = sourceFiles()
  for (let at = 0; lines.length < count; at += 1) {
    for (const line of readFileSync(files[at % files.length], 'utf8').split('\n')) lines.push(line)
  }
  return lines.slice(0, count)
}

/** Returns a merge of `lines` source lines in which each side made `edits` edits of one to three lines. */
export function sourceMerge(lines, edits) {
  const base = sourceLines(lines)
  const random = randomFrom(lines + edits)
  return textsOf({ base, ours: edited(base, edits, random), theirs: edited(base, edits, random) })
}

function edited(base, edits, random) {
  const lines = [...base]
  for (let edit = 0; edit < edits; edit += 1) {
    const at = random(lines.length)
    const count = 1 + random(3)
    const kind = random(4)
    const added = Array.from({ length: count }, () => `${lines[random(lines.length)]} // ${random(1e6)}`)
    lines.splice(at, kind === 1 ? 0 : count, ...(kind === 0 ? [] : added))
  }
  return lines
}

/** Returns the merges that are hard: much is equal, nothing is, or everything stands elsewhere. */
export function hardMerges() {
  const random = randomFrom(5)
  const list = (count, line) => Array.from({ length: count }, (_, at) => line(at))
  const redrawn = (lines, line) => lines.map((old, at) => (random(10) < 3 ? line(at) : old))
  const letter = () => 'abcd'[random(4)]
  const letters = list(7000, letter)
  const word = () => `word ${random(2000)}`
  const words = list(20_000, word)
  const numbered = list(5000, (at) => `line ${at}`)
  const newlines = list(28_000, () => '')
  return {
    '28 KB of newlines': textsOf({
      base: newlines,
      ours: ['x', ...newlines],
      theirs: [...newlines.slice(10), 'y'],
    }),
    'four letters, 7,000 lines': textsOf({
      base: letters,
      ours: redrawn(letters, letter),
      theirs: redrawn(letters, letter),
    }),
    'nothing in common, 10,000 lines': textsOf({
      base: list(10_000, (at) => `base ${at}`),
      ours: list(10_000, (at) => `ours ${at}`),
      theirs: list(10_000, (at) => `theirs ${at}`),
    }),
    '2,000 words, 20,000 lines': textsOf({
      base: words,
      ours: redrawn(words, word),
      theirs: redrawn(words, word),
    }),
    'reversed, 5,000 lines': textsOf({
      base: numbered,
      ours: numbered.toReversed(),
      theirs: [...numbered.slice(1), 'last'],
    }),
  }
}

/** Returns 4,000 equal lines, of which one side has ten more and the other ten less. */
export function equalLines() {
  const lines = (count) => Array.from({ length: count }, () => 'a')
  return textsOf({ base: lines(4000), ours: lines(4010), theirs: lines(3990) })
}

function textsOf(sides) {
  return Object.fromEntries(Object.entries(sides).map(([side, lines]) => [side, `${lines.join('\n')}\n`]))
}
