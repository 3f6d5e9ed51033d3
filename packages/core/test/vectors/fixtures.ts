import type { Diff, Edit } from '../../src/model/diff.ts'
import type { EvidenceCard } from '../../src/model/evidence.ts'
import { artifactId, diffId, leaseId, stateDigest, workerId } from '../../src/model/ids.ts'
import type { Measurement } from '../../src/model/measurement.ts'

/** Returns a diff of artifact `target` with these values at `k0`, `k1`, … */
export function diffOf(values: readonly Edit[], target = 'artifact'): Diff {
  return {
    id: diffId('diff'),
    target: artifactId(target),
    author: workerId(0),
    edits: new Map(values.map((value, index) => [`k${index}`, value])),
    breaksContract: false,
  }
}

/** Returns a card, named by its text, with the given edits. */
export function cardOf(text: string, diff: Diff): EvidenceCard {
  return {
    lease: leaseId(text),
    diff,
    parent: stateDigest(''),
    base: new Map(),
    baseValues: new Map(),
    touched: [diff.target],
    tasks: [],
    text,
    cost: { calls: 1, ms: 0 },
  }
}

export function rowOf(cell: { readonly task: string; readonly reward: number }): Measurement {
  return { candidate: stateDigest(''), trial: 0, metrics: {}, ms: 0, evaluator: 'reward', ...cell }
}
