// stableHash and digest on both kernels, what Node's own SHA-256 takes, and what one edit of a state costs with its hash.
import { createHash } from 'node:crypto'
import { applyEdits, stateDigestOf, stateOf } from '../packages/core/dist/index.js'
import { kernelInfo, mergeKernel, typescriptKernel } from '../packages/merge-native/dist/index.js'
import { BATCHES, cpuOfSides } from './measure.mjs'

const native = mergeKernel.name === 'native' ? mergeKernel : undefined
const encoder = new TextEncoder()
const SIZES = [100, 10_000, 1_000_000]
/** The least number of times that the addon's hash is faster than the TypeScript one's, from 10 KB on. */
const LEAST_SPEEDUP = 5
/** Keys of the states to which a diff of one key is applied. */
const FEW_KEYS = 100
const MANY_KEYS = 10_000
/**
 * The most that a diff of one key may cost in the large state, as a multiple of what it costs in the small one: applied and hashed,
 * and applied with a new name for the whole state, whose tree has one level more.
 */
const MOST_GROWTH = { 'apply and hash a diff': 1.5, 'apply a diff, name the state': 2 }

export async function run() {
  const rows = [...SIZES.flatMap(rowsOf), ...growthRows()]
  return {
    rows,
    floor: [
      `stableHash ≥ ${LEAST_SPEEDUP} times faster natively from 10 KB on, never slower`,
      ...Object.entries(MOST_GROWTH).map(
        ([operation, most]) => `${operation}: ${MANY_KEYS} keys ≤ ${most} times as long as ${FEW_KEYS}`,
      ),
      `medians of ${BATCHES}`,
    ].join('; '),
    failures: [...(native === undefined ? [] : rows.flatMap(failuresOf)), ...tooSteep(rows)],
    ...(native === undefined ? { notMeasured: `native: not measured, ${kernelInfo().reason}` } : {}),
  }
}

function rowsOf(bytes) {
  const input = new Uint8Array(bytes).map((_, index) => index)
  return [
    rowOf('stableHash', bytes, {
      native: native && (() => native.stableHash(input)),
      typescript: () => typescriptKernel.stableHash(input),
    }),
    rowOf('digest', bytes, {
      native: native && (() => native.digest([input])),
      typescript: () => typescriptKernel.digest([input]),
      node: () => createHash('sha256').update(input).digest(),
    }),
  ]
}

/** Applies diffs of one key to states of both sizes, in turn. */
function growthRows() {
  return Object.entries({
    'apply and hash a diff': hashDiff,
    'apply a diff, name the state': stateDigestOf,
  }).flatMap(([operation, hash]) => {
    const times = cpuOfSides({ few: applying(FEW_KEYS, hash), many: applying(MANY_KEYS, hash) })
    return [growthRow(operation, FEW_KEYS, times.few), growthRow(operation, MANY_KEYS, times.many)]
  })
}

function applying(keys, hash) {
  let state = stateOf(Array.from({ length: keys }, (_, key) => [`key ${key}`, `value ${key}`]))
  stateDigestOf(state)
  let count = 0
  return () => {
    count += 1
    const edits = new Map([[`key ${(count * 7919) % keys}`, `edited ${count}`]])
    state = applyEdits(state, edits)
    return hash(state, edits)
  }
}

/** What ingesting a diff hashes: each edit for the bucket, and all of them for the name of the diff. */
function hashDiff(_state, edits) {
  mergeKernel.pack(edits)
  return mergeKernel.stableHash(encoder.encode([...edits].flat().join()))
}

function growthRow(operation, keys, { ms }) {
  return {
    operation,
    bytes: null,
    keys,
    nativeUs: native === undefined ? null : ms * 1000,
    typescriptUs: native === undefined ? ms * 1000 : null,
    nodeUs: null,
    'typescript / native': null,
  }
}

function rowOf(operation, bytes, sides) {
  const times = cpuOfSides(sides)
  const us = (side) => (times[side] === undefined ? null : times[side].ms * 1000)
  return {
    operation,
    bytes,
    keys: null,
    nativeUs: us('native'),
    typescriptUs: us('typescript'),
    nodeUs: us('node'),
    'typescript / native': native === undefined ? null : times.typescript.ms / times.native.ms,
  }
}

function failuresOf({ operation, bytes, 'typescript / native': ratio }) {
  if (operation !== 'stableHash') return []
  const least = bytes < 10_000 ? 1 : LEAST_SPEEDUP
  return ratio >= least
    ? []
    : [`${operation} of ${bytes} bytes: ${ratio.toFixed(1)} times, the floor is ${least}.`]
}

function tooSteep(rows) {
  return Object.entries(MOST_GROWTH).flatMap(([operation, most]) => {
    const [few, many] = rows
      .filter((row) => row.operation === operation)
      .map(({ nativeUs, typescriptUs }) => nativeUs ?? typescriptUs)
    const growth = many / few
    return growth <= most
      ? []
      : [`${operation}: ${MANY_KEYS} keys take ${growth.toFixed(2)} times as long, the limit is ${most}.`]
  })
}
