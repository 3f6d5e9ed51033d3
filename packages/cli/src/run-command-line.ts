import { messageOf } from '@agentdescent/core/errors'
import type { Outcome } from './command.ts'
import { commands } from './commands/index.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { interruptible, type Interruptible } from './interrupts.ts'
import { parse, type Parsed } from './parse.ts'
import { jsonDocument, jsonFailure } from './terminal/json-document.ts'
import type { Terminal } from './terminal/terminal.ts'

/** Does what the words after the program's name ask for, and returns the exit code of the process. */
export async function runCommandLine(words: readonly string[], terminal: Terminal): Promise<number> {
  const isJson = words.includes('--json')
  const report = (error: unknown, command: string): number => {
    if (isJson) terminal.out(jsonFailure(command, error))
    terminal.note(`agentdescent: ${messageOf(error)}`)
    return exitCodeOf(error)
  }
  try {
    const parsed = parse(words, commands)
    if (parsed.kind === 'help') return printHelp(parsed.text, terminal)
    const { name } = parsed.command
    const ending = await run(parsed, terminal)
    if ('error' in ending) {
      const code = report(ending.error, name)
      return ending.exitCode ?? code
    }
    const { value: outcome, exitCode = outcome.exitCode } = ending
    terminal.out(isJson ? jsonDocument(name, outcome.data) : outcome.text(terminal.paint))
    for (const line of outcome.notes ?? []) terminal.note(line)
    return exitCode
  } catch (error) {
    return report(error, '')
  }
}

function run(
  { command, inputs }: Extract<Parsed, { readonly kind: 'run' }>,
  terminal: Terminal,
): Promise<Interruptible<Outcome>> {
  return interruptible((signal) =>
    command.run(inputs, {
      signal,
      note: (text) => terminal.note(text),
      progress: (text) => terminal.progress(text),
      confirm: (question) => terminal.confirm(question, signal),
    }),
  )
}

function printHelp(text: string, terminal: Terminal): number {
  terminal.out(text)
  return exitCodes.done
}
