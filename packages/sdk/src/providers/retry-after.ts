/**
 * Returns how long an answer asks to wait, in milliseconds, or `undefined` when it does not say so intelligibly.
 * Reads `retry-after-ms`, then `retry-after` as seconds or as a date (RFC 9110, 10.2.3); a date counts from the
 * answer's own `date`, so that the two clocks need not agree.
 */
export function retryAfterMs(headers: Headers, wallClockMs: number): number | undefined {
  const milliseconds = positiveNumber(headers.get('retry-after-ms'))
  if (milliseconds !== undefined) return milliseconds
  const text = headers.get('retry-after')
  const seconds = positiveNumber(text)
  if (seconds !== undefined) return seconds * 1000
  const until = dateMs(text)
  if (until === undefined) return undefined
  return Math.max(0, until - (dateMs(headers.get('date')) ?? wallClockMs))
}

function positiveNumber(text: string | null): number | undefined {
  if (text === null || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return undefined
  return Number(text)
}

/** A bare number is no date, although `Date.parse` takes it for a year. */
function dateMs(text: string | null): number | undefined {
  if (text === null || !/^\s*[A-Za-z]/.test(text)) return undefined
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}
