import type { Artifact } from '../model/artifact.ts'
import { stateOf } from '../model/artifact.ts'
import type { Diff, Edit } from '../model/diff.ts'
import type { EvidenceCard } from '../model/evidence.ts'
import { artifactId, diffId, leaseId, stateDigest, workerId } from '../model/ids.ts'
import type { Task } from '../model/task.ts'

type Entries = Iterable<readonly [string, Edit]>

/** Returns an artifact named `prompt` at version 1. */
export function artifactOf(entries: Iterable<readonly [string, string]> = []): Artifact {
  const id = artifactId('prompt')
  return { id, version: 1, state: stateOf(entries), contract: { major: 1 }, blastRadius: 0.2 }
}

/** Returns a diff of `prompt` by worker 0. */
export function diffOf(id: string, edits: Entries): Diff {
  const target = artifactId('prompt')
  return { id: diffId(id), target, author: workerId(0), edits: new Map(edits), breaksContract: false }
}

/** Returns a card for `diffOf(id, edits)` made against version 1, asked for by a task of its own. */
export function cardOf(id: string, edits: Entries, rest: Partial<EvidenceCard> = {}): EvidenceCard {
  const diff = diffOf(id, edits)
  return {
    lease: leaseId(`lease of ${id}`),
    diff,
    parent: stateDigest('the state before'),
    base: new Map([[diff.target, 1]]),
    baseValues: new Map([...diff.edits.keys()].map((key) => [key, null])),
    touched: [diff.target],
    tasks: [taskOf(`task of ${id}`)],
    text: `proposal ${id}`,
    cost: { calls: 2, ms: 0 },
    ...rest,
  }
}

/** Returns a task whose prompt is its id. */
export function taskOf(id: string): Task {
  return { id, prompt: id }
}
