import { performance } from 'node:perf_hooks'
import process from 'node:process'

/** Every figure is the median of this many batches. */
export const BATCHES = 7

/** A batch lasts at least this long, so that the clock's resolution and one garbage collection do not show. */
const BATCH_MS = 20

/** Returns the middle value; of an even number of values the lower one of the two. */
export function median(values) {
  return values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) / 2)]
}

/** Returns how many calls fill one batch, after having warmed the function up. */
export function callsPerBatch(call) {
  for (let calls = 1; ; calls *= 2) {
    if (millisecondsOf(call, calls) >= BATCH_MS) return calls
  }
}

/** Returns the time of `calls` calls in a row, in milliseconds. */
export function millisecondsOf(call, calls) {
  const start = performance.now()
  for (let i = 0; i < calls; i += 1) call()
  return performance.now() - start
}

/** A side that needs longer than this for one call is timed once. */
const PATIENCE_MS = 5000

/**
 * Times several sides of one question in turn, batch by batch, and returns per side the median CPU milliseconds of
 * a call, and whether it was timed only once. A side that is undefined is left out.
 */
export function cpuOfSides(sides) {
  const timed = prepared(sides)
  for (let batch = 0; batch < BATCHES; batch += 1) timeBatch(timed)
  return mediansOf(timed)
}

/** Times the sides as `cpuOfSides` does, and after each of their batches waits for one of `other`, a side outside this process. */
export async function cpuOfSidesBeside(sides, other) {
  const timed = prepared(sides)
  for (let batch = 0; batch < BATCHES; batch += 1) {
    timeBatch(timed)
    await other()
  }
  return mediansOf(timed)
}

function prepared(sides) {
  return Object.entries(sides)
    .filter(([, call]) => call !== undefined)
    .map(([name, call]) => {
      const first = cpuMillisecondsOf(call, 1)
      return first > PATIENCE_MS
        ? { name, call, calls: 1, batches: [first], once: true }
        : { name, call, calls: cpuCallsPerBatch(call), batches: [], once: false }
    })
}

function timeBatch(timed) {
  for (const side of timed.filter(({ once }) => !once)) {
    side.batches.push(cpuMillisecondsOf(side.call, side.calls) / side.calls)
  }
}

function mediansOf(timed) {
  return Object.fromEntries(timed.map(({ name, batches, once }) => [name, { ms: median(batches), once }]))
}

function cpuCallsPerBatch(call) {
  for (let calls = 1; ; calls *= 2) {
    if (cpuMillisecondsOf(call, calls) >= BATCH_MS) return calls
  }
}

/** Processor time of this process, which other processes do not lengthen as they do the time on the wall. */
function cpuMillisecondsOf(call, calls) {
  const start = process.cpuUsage()
  for (let i = 0; i < calls; i += 1) call()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
