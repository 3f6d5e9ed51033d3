/** What to do when a signal aborts. One listener per signal serves all: hosts warn of more than a handful. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Returns what `work` comes to, or throws the signal's reason as soon as it aborts. Work that does not heed the signal goes on
 * unheard: its later failure is not an unhandled rejection.
 */
export async function abortable<Value>(work: Value | Promise<Value>, signal: AbortSignal): Promise<Value> {
  if (!(work instanceof Promise)) return work
  const stops = stopsOf(signal)
  let stop = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else stops.add(stop)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    stops.delete(stop)
  }
}

function stopsOf(signal: AbortSignal): Set<() => void> {
  const known = waiting.get(signal)
  if (known !== undefined) return known
  const stops = new Set<() => void>()
  waiting.set(signal, stops)
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
  return stops
}
