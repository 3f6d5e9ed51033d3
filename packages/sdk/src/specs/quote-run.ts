import type { RunPreview } from '@agentdescent/core'

/** Calls by who answers them: their prices differ. */
export interface RoleCalls {
  /** Calls of the agent: rollouts, verifications and measurements. */
  readonly agent: number
  /** Calls of the proposer. */
  readonly reflector: number
  readonly total: number
}

/** What a run costs before it starts. */
export interface Quote {
  /** When every rollout asks for a change and every round measures one candidate. */
  readonly expected: RoleCalls
  /** Whatever the run decides; a failed call is repeated within this limit. */
  readonly atMost: RoleCalls
  /** Proposals that can be made. */
  readonly proposals: number
  /** Calls without which not even the first merge can be judged. */
  readonly floor: number
}

/** States that one merge scores at most: every card alone and cut to what fits, every union without one card, and two candidates. */
const STATES_PER_CARD = 3
const CANDIDATES = 2

/** Returns the quote that follows from a run's settings; the engine and the quote read the same preview. */
export function quoteRun({ heldOut, rounds, selfVerify, trials, workers }: RunPreview): Quote {
  const sweep = heldOut.length * trials
  const verification = selfVerify ? 1 : 0
  const perRollout = 1 + verification
  const states = STATES_PER_CARD * workers + CANDIDATES
  const proposals = rounds * workers
  return {
    expected: calls(sweep + rounds * (workers * perRollout + sweep), proposals),
    atMost: calls(sweep + rounds * (workers * perRollout + states * sweep), proposals),
    proposals,
    floor: perRollout + 1 + 2 * sweep,
  }
}

function calls(agent: number, reflector: number): RoleCalls {
  return { agent, reflector, total: agent + reflector }
}
