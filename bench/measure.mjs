import { performance } from 'node:perf_hooks'

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
