import type { Interval } from '@agentdescent/core'

/** "k of n" with its rate, and the interval that the rate lies in with 95 % probability. */
export function shownTally({
  successes,
  of,
  interval,
}: {
  readonly successes: number
  readonly of: number
  readonly interval?: Interval
}): string {
  const solved = `${Number(successes.toFixed(2))} of ${of}`
  if (of === 0 || interval === undefined) return solved
  return `${solved} (${(successes / of).toFixed(3)}; 95 % between ${interval.low.toFixed(3)} and ${interval.high.toFixed(3)})`
}

/** What it cost, in one line. */
export function spent({
  calls,
  requests,
  tokens,
  seconds,
}: {
  readonly calls: number
  readonly requests: number
  readonly tokens: { readonly prompt: number; readonly completion: number }
  readonly seconds: number
}): string {
  const all = tokens.prompt + tokens.completion
  return `spent: ${calls} calls, ${requests} requests, ${all} tokens (${tokens.prompt} prompt, ${tokens.completion} completion), ${seconds.toFixed(1)} s`
}

/** "1 round", "2 rounds". */
export function numbered(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
