import { OptionError, shown } from '../model/errors.ts'

/** A numeric setting of a rule, and what it may be. */
export interface NumericSetting {
  /** Path as the caller spells it: `betaPosterior.baseDelta`. */
  readonly argument: string
  readonly value: number
  readonly least: number
  /** Default: no upper bound. */
  readonly most?: number
  /** Default: fractions are allowed. */
  readonly whole?: boolean
}

/**
 * Returns the value of a setting that is in range.
 * @throws OptionError `bad-setting` for any other, NaN and infinities included.
 */
export function checkedSetting(setting: NumericSetting): number {
  const { argument, value, least, most = Number.MAX_VALUE, whole = false } = setting
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value
  const kind = whole ? 'a whole number' : 'a number'
  const range = setting.most === undefined ? `of at least ${least}` : `from ${least} to ${most}`
  throw new OptionError({
    code: 'bad-setting',
    argument,
    value: shown(value),
    message: `${argument} is ${shown(value)}; it must be ${kind} ${range}.`,
    fix: 'Leave it out for the default.',
  })
}
