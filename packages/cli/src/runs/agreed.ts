import { OptionError } from '@agentdescent/sdk'
import type { CommandContext } from '../command.ts'

/** What is about to be spent. */
export interface Spending {
  /** What spends it, as the subject of a sentence. */
  readonly what: string
  /** Calls that it may take. */
  readonly limit: number
  /** The command that would ask nothing, without its flag. */
  readonly command: string
}

/** Asks for a yes to what something may cost. @throws OptionError `not-agreed` */
export async function agreed(
  question: string,
  { what, limit, command }: Spending,
  { confirm, signal }: CommandContext,
): Promise<void> {
  const answer = await confirm(question)
  if (answer === true && !signal.aborted) return
  throw new OptionError({
    code: 'not-agreed',
    argument: '--yes',
    message:
      answer === undefined
        ? `${what} may take ${limit} calls, and nobody is here to be asked.`
        : 'Nothing was started and nothing was spent.',
    fix: `Say agentdescent ${command} --yes, or --max-calls with a number.`,
  })
}
