/** The two sequences that boxes cut. */
export interface Sequences {
  readonly base: Int32Array
  readonly side: Int32Array
}

/** A part of both sequences that is to be aligned; both ranges are half open. */
export interface Box {
  readonly baseStart: number
  readonly baseEnd: number
  readonly sideStart: number
  readonly sideEnd: number
}

/** A point inside a box: what lies before it is aligned apart from what lies after it. */
export interface Cut {
  readonly base: number
  readonly side: number
}
