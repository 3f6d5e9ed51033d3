import { type Artifact, stateOf } from '../src/model/artifact.ts'
import type { MeasuredCandidate } from '../src/model/candidate.ts'
import { artifactId } from '../src/model/ids.ts'
import type { Measurement } from '../src/model/measurement.ts'
import { stateDigestOf } from '../src/runtime/state-digest.ts'
import { diffOf, rowOf } from './vectors/fixtures.ts'

export interface MeasuredSettings {
  readonly blastRadius: number
  /** Rewards of the held-out rows. */
  readonly base: readonly number[]
  readonly next: readonly number[]
  /** Default 0 and 0. */
  readonly estimates?: readonly [base: number, next: number]
  /** Text of the candidate; another text is another candidate. Default `next`. */
  readonly name?: string
}

/** Returns a candidate with the given figures on both sides. */
export function measuredOf({
  blastRadius,
  estimates = [0, 0],
  name = 'next',
  ...rewards
}: MeasuredSettings): MeasuredCandidate {
  const [base, next] = [artifactOf('base', blastRadius), artifactOf(name, blastRadius)]
  return {
    base,
    next,
    diff: diffOf([name]),
    cards: [],
    members: [],
    fused: false,
    rung: 'single',
    baseRows: rowsOf(base, rewards.base),
    nextRows: rowsOf(next, rewards.next),
    baseEstimate: estimates[0],
    nextEstimate: estimates[1],
  }
}

function artifactOf(text: string, blastRadius: number): Artifact {
  return {
    id: artifactId('artifact'),
    version: 1,
    state: stateOf([['text', text]]),
    contract: { major: 1 },
    blastRadius,
  }
}

function rowsOf({ state }: Artifact, rewards: readonly number[]): readonly Measurement[] {
  return rewards.map((reward, index) => ({
    ...rowOf({ task: `t${index}`, reward }),
    candidate: stateDigestOf(state),
  }))
}
