// How many merges of concurrent edits to a one-key artifact end fused. Every merge is a real run of one round: four workers, the
// engine's own pipeline, and a reward that counts whose edits the artifact holds.
import { evolve, keepBest, MemoryStore, singleSlot, union } from '../packages/core/dist/index.js'
import { ARTIFACTS, edited, PLACES, rewritten, WORKERS } from './fusion-texts.mjs'
import { randomFrom } from './merge-texts.mjs'

/** Merges of 48, by kind: 20, 30 and 50 per cent. Apart from these, as many in which every worker wrote the text anew. */
const MIX = { 'same sentence': 10, 'neighbouring sentences': 14, 'far apart': 24 }
const REWRITE = 'rewrite'
const MERGES = { ...MIX, [REWRITE]: 48 }
/** Prompts are one half of all merges; files of prose and of code share the other. */
const SHARES = { prompt: 1, 'file, .md': 1 / 2, 'file, .js': 1 / 2 }
const HELD_OUT = 2 * WORKERS

/** Who merges: the union of keys, as in the reference, and the default of the engine, by lines alone and with sentences and words. */
const RULES = {
  union: { policies: () => ({ conflict: keepBest(), fusion: union() }), merge: { reapply: 'value' } },
  line: { isProse: () => false },
  prose: { isProse: (key) => !key.endsWith('.js') },
}

const LEAST = { prompt: 0.9, file: 0.8 }
const MOST_REWRITES = 0.05

/** The least and the most merges that may end fused, as a share of a row's merges. */
const FLOORS = [
  ...Object.entries(LEAST).flatMap(([artifact, least]) => [
    { artifact, kind: 'the mix', rule: 'prose', least },
    { artifact, kind: 'the mix', rule: 'union', most: 0 },
  ]),
  { artifact: 'prompt', kind: 'neighbouring sentences', rule: 'prose', least: 1 },
  ...Object.keys(SHARES).flatMap((artifact) =>
    ['line', 'prose'].flatMap((rule) => [
      { artifact, kind: 'far apart', rule, least: 1 },
      { artifact, kind: REWRITE, rule, most: MOST_REWRITES },
    ]),
  ),
]

export async function run() {
  const rows = []
  for (const [artifact, share] of Object.entries(SHARES))
    for (const [kind, merges] of Object.entries(MERGES))
      rows.push(await rowOf({ artifact, kind, merges: merges * share }))
  rows.push(totalOf('prompt', rows), totalOf('file', rows))
  return {
    rows,
    floor: [
      ...Object.entries(LEAST).map(
        ([artifact, least]) => `the mix, ${artifact}: prose ≥ ${100 * least} %, union none`,
      ),
      'far apart: all by line and by prose; neighbouring sentences of prompts: all by prose',
      `rewrites: ≤ ${100 * MOST_REWRITES} %`,
    ].join('; '),
    failures: FLOORS.flatMap((each) => missed(each, rows)),
  }
}

async function rowOf({ artifact, kind, merges }) {
  const row = { artifact, kind, merges }
  for (const [name, rule] of Object.entries(RULES)) {
    const ends = []
    for (let seed = 0; seed < merges; seed += 1)
      ends.push(await merged(textsOf({ artifact, kind, seed }), rule))
    row[`${name} fused`] = ends.filter(({ fused }) => fused).length
    row[`${name} kept`] = ends.reduce((sum, { kept }) => sum + kept, 0) / merges
  }
  return row
}

/** The text before, and what each worker makes of it. Proposals are trimmed, and so is what they start from. */
function textsOf({ artifact, kind, seed }) {
  const { key, pieces: drawn } = ARTIFACTS[artifact]
  const random = randomFrom(seed)
  const marks = Array.from({ length: WORKERS }, (_, worker) => `zq${'abcd'[worker]}x`)
  for (;;) {
    const pieces = drawn(random)
    const sides =
      kind === REWRITE
        ? rewrites(pieces, { marks, random, seed })
        : edits(pieces, { artifact, kind, marks, random })
    if (sides !== undefined)
      return { key, marks, base: pieces.join('').trim(), sides: sides.map((side) => side.join('').trim()) }
  }
}

function rewrites(pieces, { marks, random, seed }) {
  return marks.map((mark) => rewritten(pieces, { mark, random, isParaphrase: seed % 2 === 0 }))
}

function edits(pieces, { artifact, kind, marks, random }) {
  const { between } = ARTIFACTS[artifact]
  return PLACES[kind](pieces, random)?.map((place, worker) =>
    edited(pieces, place, { mark: marks[worker], between, random }),
  )
}

/** One run of one round, in which each worker fails at a task of its own and proposes its side. */
async function merged({ key, marks, base, sides }, { policies, merge, isProse }) {
  const strategy = singleSlot({ key, initial: base })
  const result = await evolve({
    tasks: Array.from({ length: WORKERS + HELD_OUT }, (_, at) => ({
      id: `t${at}`,
      prompt: '',
      meta: at % WORKERS,
    })),
    run: (rendered) => rendered,
    reward: ({ meta }, output) => (output.includes(marks[meta]) ? 1 : 0),
    propose: ({ task }) => sides[task.meta],
    strategy: isProse === undefined ? strategy : { ...strategy, isProse },
    workers: WORKERS,
    rounds: 1,
    evaluation: { heldOutFraction: HELD_OUT / (WORKERS + HELD_OUT) },
    ledger: new MemoryStore(),
    clock: { now: () => 0, sleep: async () => {} },
    ...(policies === undefined ? {} : { policies: policies(), merge }),
  })
  if (result.error !== undefined) throw result.error
  const isCommitted = result.outcomes().committed === 1
  return {
    fused: isCommitted && result.fusionStats().withoutModelCalls === 1,
    kept: marks.filter((mark) => result.rendered.includes(mark)).length,
  }
}

/** Returns the sums over the rows of an artifact that are of the mix. */
function totalOf(artifact, rows) {
  const summed = rows.filter((row) => row.artifact.startsWith(artifact) && Object.hasOwn(MIX, row.kind))
  const sumOf = (valueOf) => summed.reduce((sum, row) => sum + valueOf(row), 0)
  const total = { artifact, kind: 'the mix', merges: sumOf((row) => row.merges) }
  for (const name of Object.keys(RULES)) {
    total[`${name} fused`] = sumOf((row) => row[`${name} fused`])
    total[`${name} kept`] = sumOf((row) => row[`${name} kept`] * row.merges) / total.merges
  }
  return total
}

function missed(floor, rows) {
  const { artifact, kind, rule, least = 0, most = 1 } = floor
  const { merges, [`${rule} fused`]: fused } = rows.find(
    (row) => row.artifact === artifact && row.kind === kind,
  )
  return fused >= least * merges && fused <= most * merges
    ? []
    : [`${sentenceOf(floor)}: ${fused} of ${merges}.`]
}

function sentenceOf({ artifact, kind, rule, least, most }) {
  const bound = least === undefined ? `at most ${100 * most} %` : `at least ${100 * least} %`
  return `${artifact}, ${kind}: ${rule} fuses ${bound}`
}
