import { OptionError } from '@agentdescent/core'

export interface DataProblem {
  readonly code:
    | 'bad-json'
    | 'bad-row'
    | 'missing-file'
    | 'no-list'
    | 'not-utf8'
    | 'ragged-row'
    | 'unknown-format'
  /** The file as the caller named it, with the place in it where one is known. */
  readonly where: string
  /** What is wrong there, as the rest of a sentence. */
  readonly what: string
  readonly fix: string
}

/** Returns the refusal of a data file: one sentence with the place, what is wrong there, and what to do. */
export function dataError({ code, where, what, fix }: DataProblem): OptionError {
  return new OptionError({ code, argument: 'path', value: where, message: `${where} ${what}.`, fix })
}

/** Returns line and column, from 1, of an offset in a text. */
export function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return `line ${line}, column ${offset - before.lastIndexOf('\n')}`
}
