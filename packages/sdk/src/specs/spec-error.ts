import { nearest, OptionError, shown } from '@agentdescent/core'

/** A name in a spec that nothing goes by. */
export interface UnknownName {
  /** Path of the field, as in `policies.staleness`. */
  readonly argument: string
  /** What it should have named: `rule`, `scorer`. */
  readonly what: string
  readonly value: string
  readonly known: readonly string[]
}

export function unknownName({ argument, what, value, known }: UnknownName): OptionError {
  return new OptionError({
    code: 'unknown-name',
    argument,
    value: shown(value),
    message: `${argument} is ${shown(value)}, and no ${what} is called that.`,
    fix: `${suggestion(value, known)}Known are ${known.join(', ')}.`,
  })
}

/** Returns the refusal of a field that the format does not have. */
export function unknownField(path: string, known: readonly string[]): OptionError {
  const field = path.slice(path.lastIndexOf('.') + 1)
  const where = path.includes('.') ? `${path.slice(0, path.lastIndexOf('.'))} has` : 'A spec has'
  return new OptionError({
    code: 'unknown-field',
    argument: path,
    value: shown(field),
    message: `${where} no field ${shown(field)}.`,
    fix: `${suggestion(field, known)}Its fields are ${known.join(', ')}.`,
  })
}

function suggestion(word: string, known: readonly string[]): string {
  const near = nearest(word, known)
  return near === undefined ? '' : `Did you mean ${near}? `
}
