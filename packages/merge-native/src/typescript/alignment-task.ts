import type { Work } from './work.ts'

/** Two token sequences to align; every id is below `idCount`. */
export interface AlignmentTask {
  readonly base: Int32Array
  readonly side: Int32Array
  readonly idCount: number
  readonly work: Work
}

/** Per sequence, 1 for each token that has a partner in the other one. */
export interface Matches {
  readonly base: Int32Array
  readonly side: Int32Array
}
