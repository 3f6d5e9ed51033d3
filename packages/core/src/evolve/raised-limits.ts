import type { RunLimits } from '../journal/records.ts'
import type { StopReason } from '../model/report.ts'

/** Says whether the limits that came leave room where those that were left none. An error is tried again. */
export function isRaised(
  stopReason: StopReason,
  played: number,
  [before, now]: readonly [RunLimits, RunLimits],
): boolean {
  if (now.rounds !== undefined && now.rounds <= played) return false
  const grown = (name: keyof RunLimits): boolean => (now[name] ?? Infinity) > (before[name] ?? Infinity)
  switch (stopReason) {
    case 'rounds':
      return grown('rounds')
    case 'max-calls':
      return grown('maxCalls')
    case 'max-rollouts':
      return grown('maxRollouts')
    case 'max-tokens':
      return grown('maxTokens')
    case 'max-seconds':
      return grown('maxSeconds')
    case 'target-reward':
      return grown('targetReward')
    case 'patience':
      return grown('patience')
    case 'aborted':
    case 'error':
      return true
    default:
      return stopReason satisfies never
  }
}

/** Returns the option whose value must be raised for a run that ended so to go on. */
export function limitBehind(stopReason: StopReason): string {
  switch (stopReason) {
    case 'max-calls':
      return 'stop.maxCalls'
    case 'max-rollouts':
      return 'stop.maxRollouts'
    case 'max-tokens':
      return 'stop.maxTokens'
    case 'max-seconds':
      return 'stop.maxSeconds'
    case 'target-reward':
      return 'stop.targetReward'
    case 'patience':
      return 'stop.patience'
    case 'rounds':
    case 'aborted':
    case 'error':
      return 'rounds'
    default:
      return stopReason satisfies never
  }
}
