// stableHash and digest on both kernels, and what Node's own SHA-256 takes.
import { createHash } from 'node:crypto'
import { kernelInfo, mergeKernel, typescriptKernel } from '../packages/merge-native/dist/index.js'
import { BATCHES, cpuOfSides } from './measure.mjs'

const native = mergeKernel.name === 'native' ? mergeKernel : undefined
const SIZES = [100, 10_000, 1_000_000]
/** The least number of times that the addon's hash is faster than the TypeScript one's, from 10 KB on. */
const LEAST_SPEEDUP = 5

export async function run() {
  const rows = SIZES.flatMap(rowsOf)
  return {
    rows,
    floor: `stableHash ≥ ${LEAST_SPEEDUP} times faster natively from 10 KB on, never slower; medians of ${BATCHES}`,
    failures: native === undefined ? [] : rows.flatMap(failuresOf),
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

function rowOf(operation, bytes, sides) {
  const times = cpuOfSides(sides)
  const us = (side) => (times[side] === undefined ? null : times[side].ms * 1000)
  return {
    operation,
    bytes,
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
