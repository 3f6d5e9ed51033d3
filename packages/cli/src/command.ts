import type { Inputs } from './inputs.ts'
import type { Paint } from './terminal/paint.ts'

/** A flag of a command; without `value` it is a switch. */
export interface Flag {
  /** As typed, without the dashes. */
  readonly name: string
  /** What the help calls the value: `N`, `DIR`. */
  readonly value?: string
  readonly about: string
}

interface Argument {
  readonly name: string
  /** May be left out; none that is required follows it. */
  readonly isOptional?: boolean
  readonly about: string
}

/** What a command may use besides its inputs. */
export interface CommandContext {
  /** Aborts at the first Ctrl-C. */
  readonly signal: AbortSignal
  /** Writes a line for the person at the terminal while the command works. */
  note(text: string): void
  /** Replaces the live line, on a terminal only; `undefined` takes it away. */
  progress(text: string | undefined): void
  /** Asks for a yes, and takes Ctrl-C for a no; `undefined` where nobody can be asked. */
  confirm(question: string): Promise<boolean | undefined>
}

/** What a command came to: data, and how a person reads it. */
export interface Outcome {
  /** What `--json` prints. */
  readonly data: object
  /** See `exit-codes.ts`. */
  readonly exitCode: number
  text(paint: Paint): string
  /** What the person at the terminal should know besides; not part of the data. */
  readonly notes?: readonly string[]
}

/** One verb of the command line. `run` writes nothing to the terminal but notes, and loads what is heavy when it is called. */
export interface Command {
  /** As typed; two words for a verb of a group, `ledger blame`. */
  readonly name: string
  /** One line for the help. */
  readonly about: string
  readonly arguments: readonly Argument[]
  readonly flags: readonly Flag[]
  run(inputs: Inputs, context: CommandContext): Promise<Outcome>
}
