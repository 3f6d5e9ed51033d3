import type { ArtifactState } from '../model/artifact.ts'
import type { StateDigest } from '../model/ids.ts'
import type { Measurement } from '../model/measurement.ts'
import { stateDigestOf } from '../runtime/state-digest.ts'
import type { Verifier } from './verifier.ts'

/** Candidates whose rows are kept; the one measured longest ago makes room, the first one never. */
const MOST_CANDIDATES = 256

/** The held-out rows of a run: candidate by task and trial. Reading it never costs a call. */
export class EvidenceMatrix {
  readonly #rows = new Map<StateDigest, readonly Measurement[]>()
  #first: StateDigest | undefined

  /** Keeps a full measurement of a candidate. */
  record(candidate: StateDigest, rows: readonly Measurement[]): void {
    this.#first ??= candidate
    this.#rows.delete(candidate)
    this.#rows.set(candidate, rows)
    if (this.#rows.size <= MOST_CANDIDATES) return
    for (const oldest of this.#rows.keys()) {
      if (oldest === this.#first) continue
      this.#rows.delete(oldest)
      return
    }
  }

  /** Returns the candidate's rows; none when it was never measured in full. */
  rowsOf(state: ArtifactState): readonly Measurement[] {
    return this.#rows.get(stateDigestOf(state)) ?? []
  }
}

/** Returns the verifier with every full measurement, of so many rows, kept in the matrix. */
export function recorded(verifier: Verifier, matrix: EvidenceMatrix, cells: number): Verifier {
  return {
    heldOut: verifier.heldOut,
    estimate: (state) => verifier.estimate(state),
    replay: (state, tasks) => verifier.replay(state, tasks),
    async measure(state, options = {}) {
      const rows = await verifier.measure(state, options)
      if (rows.length === cells) matrix.record(stateDigestOf(state), rows)
      return rows
    },
  }
}
