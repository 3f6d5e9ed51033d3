/**
 * Returns what `work` comes to, or throws the signal's reason as soon as it aborts. Work that does not heed the signal goes on
 * unheard: its later failure is not an unhandled rejection.
 */
export async function abortable<Value>(work: Value | Promise<Value>, signal: AbortSignal): Promise<Value> {
  if (!(work instanceof Promise)) return work
  let stop = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
