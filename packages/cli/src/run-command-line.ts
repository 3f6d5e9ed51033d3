import { messageOf } from '@agentdescent/core'
import { commands } from './commands/index.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { interruptible } from './interrupts.ts'
import { parse, type Parsed } from './parse.ts'
import { jsonDocument, jsonFailure } from './terminal/json-document.ts'
import type { Terminal } from './terminal/terminal.ts'

/** Does what the words after the program's name ask for, and returns the exit code of the process. */
export async function runCommandLine(words: readonly string[], terminal: Terminal): Promise<number> {
  const isJson = words.includes('--json')
  let name = ''
  try {
    const parsed = parse(words, commands)
    if (parsed.kind === 'help') return printHelp(parsed.text, terminal)
    name = parsed.command.name
    return await runCommand(parsed, isJson, terminal)
  } catch (error) {
    if (isJson) terminal.out(jsonFailure(name, error))
    terminal.note(`agentdescent: ${messageOf(error)}`)
    return exitCodeOf(error)
  }
}

async function runCommand(
  { command, inputs }: Extract<Parsed, { readonly kind: 'run' }>,
  isJson: boolean,
  terminal: Terminal,
): Promise<number> {
  const { value: outcome, exitCode } = await interruptible((signal) =>
    command.run(inputs, {
      signal,
      note: (text) => terminal.note(text),
      progress: (text) => terminal.progress(text),
      confirm: (question) => terminal.confirm(question, signal),
    }),
  )
  terminal.out(isJson ? jsonDocument(command.name, outcome.data) : outcome.text(terminal.paint))
  for (const line of outcome.notes ?? []) terminal.note(line)
  return exitCode ?? outcome.exitCode
}

function printHelp(text: string, terminal: Terminal): number {
  terminal.out(text)
  return exitCodes.done
}
