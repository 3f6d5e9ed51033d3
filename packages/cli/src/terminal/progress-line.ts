import type { Progress } from '../runs/run-watch.ts'

/** Returns the live line: phase, round, reward, calls, seconds left. */
export function progressLine({
  phase,
  round,
  rounds,
  reward,
  calls,
  pending,
  seconds,
  secondsLeft,
}: Progress): string {
  const parts = [
    phase,
    ...(round === 0 ? [] : [`round ${round} of ${rounds}`]),
    ...(reward === undefined ? [] : [`reward ${reward.toFixed(3)}`]),
    `${calls} calls${pending === 0 ? '' : `, ${pending} under way`}`,
    `${seconds.toFixed(0)} s`,
    ...(secondsLeft === undefined ? [] : [`about ${secondsLeft.toFixed(0)} s left`]),
  ]
  return parts.join(' | ')
}
