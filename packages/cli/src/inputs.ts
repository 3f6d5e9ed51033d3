import { OptionError, shown } from '@agentdescent/core/errors'

/** What the user typed after the name of a command. */
export class Inputs {
  readonly #arguments: ReadonlyMap<string, string>
  readonly #flags: ReadonlyMap<string, string | true>

  constructor(
    given: ReadonlyMap<string, string> = new Map(),
    flags: ReadonlyMap<string, string | true> = new Map(),
  ) {
    this.#arguments = given
    this.#flags = flags
  }

  /** Returns an argument that the command requires. */
  argument(name: string): string {
    const value = this.#arguments.get(name)
    if (value === undefined) throw new RangeError(`the command declares no argument ${name}`)
    return value
  }

  /** Returns an argument that may be left out. */
  optional(name: string): string | undefined {
    return this.#arguments.get(name)
  }

  /** Says whether a switch was given. */
  has(flag: string): boolean {
    return this.#flags.has(flag)
  }

  text(flag: string): string | undefined {
    const value = this.#flags.get(flag)
    return typeof value === 'string' ? value : undefined
  }

  /** @throws OptionError `bad-flag` unless the value is a whole number of at least `least`. */
  count(flag: string, least = 0): number | undefined {
    const value = this.text(flag)
    if (value === undefined) return undefined
    const count = Number(value)
    if (/^\d+$/.test(value) && count >= least && Number.isSafeInteger(count)) return count
    throw new OptionError({
      code: 'bad-flag',
      argument: `--${flag}`,
      value: shown(value),
      message: `--${flag} is ${shown(value)}; it must be a whole number of at least ${least}.`,
    })
  }

  /** @throws OptionError `bad-flag` unless the value is one of those. */
  choice<Known extends string>(flag: string, known: readonly Known[]): Known | undefined {
    const value = this.text(flag)
    const found = known.find((one) => one === value)
    if (found !== undefined || value === undefined) return found
    throw new OptionError({
      code: 'bad-flag',
      argument: `--${flag}`,
      value: shown(value),
      message: `--${flag} is ${shown(value)}; it must be ${known.join(' or ')}.`,
    })
  }
}
