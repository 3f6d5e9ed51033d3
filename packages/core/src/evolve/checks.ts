import { OptionError, shown } from '../model/errors.ts'
import { nearest } from '../model/nearest.ts'
import { OPTION_NAMES } from './option-names.ts'

/** A refused option: where it stands, what it is, what it must be. */
export interface Refusal {
  readonly code: string
  readonly argument: string
  readonly value: unknown
  /** Completes "must be …". */
  readonly must: string
  readonly fix?: string
}

export function refuse({ code, argument, value, must, fix }: Refusal): never {
  throw new OptionError({
    code,
    argument,
    value: shown(value),
    message: `${argument} is ${shown(value)}; it must be ${must}.`,
    ...(fix === undefined ? {} : { fix }),
  })
}

/** @throws OptionError `unknown-option`, with the known ones of the group and the nearest; `bad-group` for no object. */
export function refuseUnknown(given: object, path: string): void {
  if (typeof given !== 'object' || given === null)
    refuse({ code: 'bad-group', argument: path, value: given, must: 'an object of options' })
  const known = OPTION_NAMES.get(path) ?? []
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const close = nearest(name, known)
    throw new OptionError({
      code: 'unknown-option',
      argument: path === '' ? name : `${path}.${name}`,
      value: shown(name),
      message: `${path === '' ? 'evolve()' : path} has no option "${name}"; it has ${known.join(', ')}.`,
      ...(close === undefined ? {} : { fix: `Did you mean "${close}"?` }),
    })
  }
}

export interface Bounds {
  readonly min: number
  readonly max?: number
  /** True when `min` itself is refused. */
  readonly aboveMin?: boolean
  /** True when `max` itself is refused. */
  readonly belowMax?: boolean
}

/** Returns the number, or the default for an absent one. @throws OptionError `out-of-range` */
export function numberWithin(
  argument: string,
  value: number | undefined,
  bounds: Bounds,
): number | undefined {
  if (value === undefined) return undefined
  const { min, max = Infinity, aboveMin = false, belowMax = false } = bounds
  const fits = (aboveMin ? value > min : value >= min) && (belowMax ? value < max : value <= max)
  if (typeof value === 'number' && fits) return value
  const low = `${aboveMin ? 'above' : 'at least'} ${min}`
  const must =
    max === Infinity ? `a number ${low}` : `a number ${low} and ${belowMax ? 'below' : 'at most'} ${max}`
  return refuse({ code: 'out-of-range', argument, value, must })
}

/** Returns the whole number, or undefined for an absent one. @throws OptionError `not-a-count` */
export function countOf(argument: string, value: number | undefined, min = 1): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && value >= min)) return value
  return refuse({
    code: 'not-a-count',
    argument,
    value,
    must: `a whole number of at least ${min}`,
    fix: 'Leave it out for its default.',
  })
}

/** Returns the flag, or undefined for an absent one. @throws OptionError `not-a-flag` */
export function flagOf(argument: string, value: boolean | undefined): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value
  return refuse({ code: 'not-a-flag', argument, value, must: 'true or false' })
}

/** @throws OptionError `missing-method` for a value that is given and has not all of the methods. */
export function refuseUnlike(argument: string, value: unknown, methods: readonly string[]): void {
  if (value === undefined) return
  const isObject = typeof value === 'object' && value !== null
  if (isObject && methods.every((method) => typeof Reflect.get(value, method) === 'function')) return
  const listed = methods.map((method) => `${method}()`).join(', ')
  refuse({ code: 'missing-method', argument, value, must: `an object with ${listed}` })
}
