// A bucket's pass, packing each diff once included, against what the reference does: every pair, then the fusion.
import { kernelInfo, mergeKernel, typescriptKernel } from '../packages/merge-native/dist/index.js'
import { BATCHES, cpuOfSidesBeside, median } from './measure.mjs'
import { startReference } from './reference.mjs'

const DIFFS = 64
const MOST_GROWTH = 2.4
/** The least number of times that a bucket of 64 diffs is faster than the reference, by keys per diff. */
const LEAST_SPEEDUP = { 1: 30, 10: 20, 100: 10 }

const native = mergeKernel.name === 'native' ? mergeKernel : undefined
const options = { granularityOf: () => 'line' }
const nothing = new Map()

const referenceProgram = `
import json, sys, time
from agentdescent.evolvable import Diff
from agentdescent.aggregator import fuse_diffs, diffs_contradict
for line in sys.stdin:
    job = json.loads(line)
    diffs = [Diff(f"w{i}", "a", {f"k{i}_{j}": f"value {j}" for j in range(job["keys"])}) for i in range(job["diffs"])]
    start = time.process_time()
    for _ in range(job["calls"]):
        any(diffs_contradict(a, b) for i, a in enumerate(diffs) for b in diffs[i + 1:])
        fuse_diffs(diffs)
    print(json.dumps({"ms": (time.process_time() - start) / job["calls"] * 1000}), flush=True)
`

export async function run() {
  const reference = await startReference(referenceProgram)
  try {
    const rows = []
    for (const keys of [1, 10, 100]) rows.push(...(await rowsOf(keys, reference)))
    const missing = [reference.missing, native === undefined ? kernelInfo().reason : undefined].filter(
      Boolean,
    )
    return {
      rows,
      floor: [
        ...Object.entries(LEAST_SPEEDUP).map(
          ([keys, least]) => `reference / native ≥ ${least} at ${DIFFS} × ${keys}`,
        ),
        `at most ${MOST_GROWTH} times as long per doubling of the diffs`,
        `the pass alone is never slower natively at ${DIFFS} × 100; medians of ${BATCHES}`,
      ].join('; '),
      failures: native === undefined ? [] : [...tooSlow(rows), ...tooSteep(rows), ...slowerNatively(rows)],
      ...(missing.length === 0 ? {} : { notMeasured: `not measured: ${missing.join('; ')}` }),
    }
  } finally {
    reference.stop()
  }
}

/** Returns a row per number of diffs; all of them, and the reference, are timed in turn, so that their ratios mean something. */
async function rowsOf(keys, reference) {
  const sizes = [DIFFS / 2, DIFFS, DIFFS * 2]
  const asked = new Map(sizes.map((diffs) => [diffs, []]))
  const askAll = async () => {
    for (const [diffs, times] of asked) {
      const calls = Math.max(1, Math.round(2000 / (diffs * keys)))
      times.push((await reference.ask({ diffs, keys, calls })).ms)
    }
  }
  const times = await cpuOfSidesBeside(
    Object.assign({}, ...sizes.map((diffs) => sidesOf(diffs, keys))),
    reference.missing === undefined ? askAll : async () => {},
  )
  return sizes.map((diffs) => rowOf({ diffs, keys, times, asked: asked.get(diffs) }))
}

function sidesOf(diffs, keys) {
  const bucket = Array.from({ length: diffs }, (_, diff) => () => editsOf(diff, keys))
  return {
    [`native ${diffs}`]: native && passOver(native, bucket),
    [`typescript ${diffs}`]: passOver(typescriptKernel, bucket),
    [`native alone ${diffs}`]: native && passAlone(native, bucket),
    [`typescript alone ${diffs}`]: passAlone(typescriptKernel, bucket),
  }
}

function rowOf({ diffs, keys, times, asked }) {
  const us = (side) => (times[`${side} ${diffs}`] === undefined ? null : times[`${side} ${diffs}`].ms * 1000)
  const ratio = (slow, fast) => (slow === null || fast === null ? null : slow / fast)
  const referenceUs = asked.length === 0 ? null : median(asked) * 1000
  return {
    diffs,
    keys,
    nativeUs: us('native'),
    typescriptUs: us('typescript'),
    nativePassUs: us('native alone'),
    typescriptPassUs: us('typescript alone'),
    referenceUs,
    'reference / native': ratio(referenceUs, us('native')),
    'typescript / native, pass': ratio(us('typescript alone'), us('native alone')),
  }
}

/** The edits of one diff, on keys of its own: the reference's own bench. */
function editsOf(diff, keys) {
  return new Map(Array.from({ length: keys }, (_, key) => [`k${diff}_${key}`, `value ${key}`]))
}

function passOver(kernel, bucket) {
  const diffs = bucket.map((edits) => edits())
  return () =>
    readUnion(
      kernel.unionBucket(
        diffs.map((edits) => kernel.pack(edits)),
        nothing,
        options,
      ),
    )
}

function passAlone(kernel, bucket) {
  const packed = bucket.map((edits) => kernel.pack(edits()))
  return () => readUnion(kernel.unionBucket(packed, nothing, options))
}

/** Reads the union once, as whoever applies it does. */
function readUnion({ union }) {
  let deletions = 0
  union.forEach((value) => {
    if (value === null) deletions += 1
  })
  return deletions
}

function tooSlow(rows) {
  return rows
    .filter(({ diffs }) => diffs === DIFFS)
    .filter((row) => row.referenceUs !== null && row['reference / native'] < LEAST_SPEEDUP[row.keys])
    .map((row) => {
      const speedup = row['reference / native'].toFixed(1)
      return `${row.diffs} × ${row.keys}: ${speedup} times the reference, the floor is ${LEAST_SPEEDUP[row.keys]}.`
    })
}

function tooSteep(rows) {
  return rows.flatMap((row) => {
    const half = rows.find(({ diffs, keys }) => diffs * 2 === row.diffs && keys === row.keys)
    const growth = half === undefined ? 0 : row.nativeUs / half.nativeUs
    return growth <= MOST_GROWTH
      ? []
      : [`${row.diffs} × ${row.keys}: ${growth.toFixed(1)} times as long as half the diffs.`]
  })
}

function slowerNatively(rows) {
  const row = rows.find(({ diffs, keys }) => diffs === DIFFS && keys === 100)
  return row.nativePassUs <= row.typescriptPassUs
    ? []
    : [`${DIFFS} × 100: the native pass is slower than TypeScript's.`]
}
