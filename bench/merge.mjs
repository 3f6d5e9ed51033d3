// The native kernel, the TypeScript one, node-diff3 and `git merge-file` on the same merges, in turn in one run.
import { merge as diff3Merge } from 'node-diff3'
import { kernelInfo, mergeKernel, typescriptKernel } from '../packages/merge-native/dist/index.js'
import { gitMerge } from './git-merge.mjs'
import { buildLibgit2, libgit2Merge } from './libgit2.mjs'
import { BATCHES, cpuOfSides } from './measure.mjs'
import { equalLines, hardMerges, sourceMerge } from './merge-texts.mjs'

const LINE = { granularity: 'line' }
const native = mergeKernel.name === 'native' ? mergeKernel : undefined
const encoder = new TextEncoder()

const HARD = Object.entries(hardMerges())
const LIMITED = [['4,000 equal lines', equalLines()], ...HARD.slice(0, 1)]

/** The least ratio of two sides' times on an input; bytes unless it says strings. */
const FLOORS = [
  ...[
    [1000, 100],
    [10_000, 5000],
  ].map(([lines, least]) => floor(source(lines), 'diff3 / native', least)),
  floor(source(2), 'typescript / native', 1),
  ...[100, 1000, 10_000].map((lines) => floor(source(lines), 'typescript / native', 3)),
  floor(`${source(2)}, strings`, 'typescript / native', 1),
  ...[10, 100, 1000, 10_000].map((lines) => floor(`${source(lines)}, strings`, 'typescript / native', 2)),
  floor(source(1000), 'diff3 / typescript', 20),
  ...[
    [1000, 40],
    [10_000, 8],
  ].map(([lines, least]) => floor(source(lines), 'git / native', least)),
  ...HARD.map(([input]) => floor(input, 'git / native', 1)),
  ...[1000, 10_000].map((lines) => floor(source(lines), 'libgit2 / crate', 1.5)),
]
const MOST_MS = 200
const MOST_GROWTH = 500

export async function run() {
  const withoutLibgit2 = buildLibgit2()
  const notMeasured = [
    native === undefined ? `native: ${kernelInfo().reason}` : undefined,
    withoutLibgit2,
  ].filter(Boolean)
  const rows = [
    ...[2, 10, 100, 1000, 10_000, 100_000].flatMap((lines) =>
      sourceRows(lines, withoutLibgit2 === undefined),
    ),
    ...[...LIMITED.slice(0, 1), ...HARD].map(([input, texts]) =>
      rowOf(input, texts, { git: true, libgit2: withoutLibgit2 === undefined }),
    ),
  ]
  return {
    rows,
    floor: [
      ...FLOORS.map(({ input, ratio, least }) => `${ratio} ≥ ${least} for ${input}`),
      `${MOST_MS} ms for ${LIMITED.map(([input]) => input).join(' and ')}`,
      `100 times the lines in ≤ ${MOST_GROWTH} times the time in TypeScript; medians of ${BATCHES}`,
    ].join('; '),
    failures: [...FLOORS.flatMap((each) => missed(each, rows)), ...tooSlow(rows), ...tooSteep(rows)],
    ...(notMeasured.length === 0 ? {} : { notMeasured: `not measured: ${notMeasured.join('; ')}` }),
  }
}

function source(lines) {
  return `source, ${lines} lines`
}

function floor(input, ratio, least) {
  return { input, ratio, least }
}

function sourceRows(lines, hasLibgit2) {
  const texts = sourceMerge(lines, Math.min(5, lines))
  const isLong = lines >= 1000 && lines <= 10_000
  const peers = { diff3: lines >= 100 && lines <= 10_000, git: isLong, libgit2: isLong && hasLibgit2 }
  return [rowOf(source(lines), texts, peers), rowOf(`${source(lines)}, strings`, texts, {})]
}

function rowOf(input, texts, { diff3 = false, git = false, libgit2 = false }) {
  const call = input.endsWith('strings') ? mergeStrings : mergeBytes
  const lists = Object.values(texts).map((text) => text.split('\n'))
  const times = cpuOfSides({
    native: native && call(native, texts),
    typescript: call(typescriptKernel, texts),
    diff3: diff3 ? () => diff3Merge(lists[1], lists[0], lists[2]) : undefined,
  })
  if (git) times.git = { ms: gitMerge(texts) }
  const { crateMs = null, libgit2Ms = null } = libgit2 ? libgit2Merge(texts) : {}
  const ratio = (slow, fast) =>
    times[slow] === undefined || times[fast] === undefined ? null : times[slow].ms / times[fast].ms
  return {
    input,
    nativeMs: times.native?.ms ?? null,
    typescriptMs: times.typescript.ms,
    diff3Ms: times.diff3?.ms ?? null,
    gitMs: times.git?.ms ?? null,
    crateMs,
    libgit2Ms,
    'typescript / native': ratio('typescript', 'native'),
    'diff3 / native': ratio('diff3', 'native'),
    'diff3 / typescript': ratio('diff3', 'typescript'),
    'git / native': ratio('git', 'native'),
    'libgit2 / crate': libgit2Ms === null ? null : libgit2Ms / crateMs,
    note: Object.entries(times)
      .flatMap(([side, { once }]) => (once ? `${side} timed once` : []))
      .join(', '),
  }
}

function mergeBytes(kernel, texts) {
  const [base, ours, theirs] = Object.values(texts).map((text) => encoder.encode(text))
  return () => kernel.mergeText({ base, ours, theirs }, LINE)
}

function mergeStrings(kernel, texts) {
  const [base, ours, theirs] = Object.values(texts).map(inOneByteUnits)
  return () => kernel.mergeStrings({ base, ours, theirs }, LINE)
}

/** Returns the text in the form that JavaScript keeps in a byte per character. */
function inOneByteUnits(text) {
  return Buffer.from(text.replaceAll(/[^\0-\xff]/g, '?'), 'latin1').toString('latin1')
}

function missed({ input, ratio, least }, rows) {
  const measured = rows.find((row) => row.input === input)?.[ratio]
  if (measured === null || measured >= least) return []
  return [`${input}: ${ratio} is ${measured.toFixed(2)}, the floor is ${least}.`]
}

function tooSlow(rows) {
  const limited = rows.filter(({ input }) => LIMITED.some(([name]) => name === input))
  return limited.flatMap(({ input, nativeMs, typescriptMs }) =>
    Object.entries({ native: nativeMs, typescript: typescriptMs })
      .filter(([, ms]) => ms > MOST_MS)
      .map(([side, ms]) => `${input}: ${side} takes ${ms.toFixed(0)} ms, the limit is ${MOST_MS} ms.`),
  )
}

function tooSteep(rows) {
  const ms = (lines) => rows.find(({ input }) => input === source(lines)).typescriptMs
  const growth = ms(100_000) / ms(1000)
  return growth <= MOST_GROWTH
    ? []
    : [`100 times the lines take ${growth.toFixed(0)} times as long in TypeScript.`]
}
