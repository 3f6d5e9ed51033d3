import { AgentDescentError } from '@agentdescent/core/errors'

/** What the process tells its caller; a user's script may rely on each. */
export const exitCodes = {
  done: 0,
  internal: 1,
  /** A flag, an argument, a spec or a data file is wrong; nothing was spent. */
  usage: 2,
  /** The run improved nothing, and `--fail-on no-gain` asked to hear of it. */
  noGain: 3,
  /** The budget ended the run before the first merge could be judged. */
  budget: 4,
  /** The provider failed: key, quota, network, answers. */
  provider: 5,
  /** The scorer broke its contract. */
  scorer: 6,
  ledger: 7,
  interrupted: 130,
  terminated: 143,
} as const

/** The scorer's own failures; every other broken contract is a usage error. */
const SCORER_CODES: readonly string[] = ['bad-metric', 'bad-reward', 'reward-threw', 'scorer-failed']

/** Returns the exit code for an error that ended a command. */
export function exitCodeOf(error: unknown): number {
  if (!(error instanceof AgentDescentError)) return exitCodes.internal
  if (SCORER_CODES.includes(error.code)) return exitCodes.scorer
  switch (error.kind) {
    case 'caller':
      return exitCodes.usage
    case 'backend':
      return exitCodes.provider
    case 'ledger':
      return exitCodes.ledger
    case 'limit':
      return exitCodes.budget
    default:
      return error.kind satisfies never
  }
}
