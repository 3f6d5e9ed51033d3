import type { Artifact } from '../../src/model/artifact.ts'
import { stateOf } from '../../src/model/artifact.ts'
import type { MeasuredCandidate, Verdict } from '../../src/model/candidate.ts'
import { artifactId, diffId, workerId } from '../../src/model/ids.ts'
import { stableDistanceGate } from '../../src/policies/acceptance/stable-distance-gate.ts'
import { stableDistance } from '../../src/statistics/stable-distance.ts'

type State = Readonly<Record<string, string>>

type Gate = {
  readonly fn: 'stable_distance_gate'
  readonly strength: number
  readonly inner_accept: boolean
  readonly observed_delta: number
  readonly distance: number
}

type Judged = { readonly accept: boolean; readonly category: string; readonly observed_delta: number }

export function replay(input: Gate | { readonly fn: 'distance'; a: State; b: State }): number | Judged {
  if (input.fn === 'stable_distance_gate') return judged(input)
  return stableDistance(stateOf(Object.entries(input.a)), stateOf(Object.entries(input.b)))
}

function judged({ strength, inner_accept, observed_delta, distance }: Gate): Judged {
  const figures = { probability: 0.9, threshold: 0.6, gain: observed_delta }
  const given: Verdict = inner_accept
    ? { ...figures, accepted: true }
    : { ...figures, accepted: false, reason: 'below-threshold', detail: 'The inner rule refuses.' }
  const verdict = stableDistanceGate({ name: 'given', judge: () => given }, { strength }).judge({
    candidate: emptyCandidate(),
    base: { successes: 0, failures: 0 },
    next: { successes: 0, failures: 0 },
    prior: { successes: 0, failures: 0 },
    version: 1,
    stableDistance: distance,
  })
  return {
    accept: verdict.accepted,
    category: verdict.accepted ? 'committed' : verdict.reason,
    observed_delta: verdict.gain,
  }
}

/** The gate reads the verdict and the distance only. */
function emptyCandidate(): MeasuredCandidate {
  const id = artifactId('artifact')
  const base: Artifact = { id, version: 1, state: stateOf([]), contract: { major: 1 }, blastRadius: 0 }
  const diff = {
    id: diffId('d'),
    target: id,
    author: workerId(0),
    edits: new Map<string, string>(),
    breaksContract: false,
  }
  return {
    base,
    next: { ...base, version: 2 },
    diff,
    cards: [],
    members: [],
    fused: false,
    rung: 'single',
    baseRows: [],
    nextRows: [],
    baseEstimate: 0,
    nextEstimate: 0,
  }
}
