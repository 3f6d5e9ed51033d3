import { nearest, OptionError, shown } from '@agentdescent/core/errors'
import { Command as Parser, CommanderError } from 'commander'
import type { Command, Flag } from './command.ts'
import { Inputs } from './inputs.ts'

/** What a command line asks for. */
export type Parsed =
  | { readonly kind: 'run'; readonly command: Command; readonly inputs: Inputs }
  | { readonly kind: 'help'; readonly text: string }

/** Flags that every command takes. */
const COMMON: readonly Flag[] = [
  { name: 'json', about: 'print the data as one JSON document' },
  { name: 'no-color', about: 'print no colours; NO_COLOR does the same' },
]

/**
 * Returns what the words after the program's name ask for.
 * @throws OptionError `unknown-command`, `unknown-flag`, `missing-argument`, `excess-argument`, `missing-value`
 */
export function parse(words: readonly string[], commands: readonly Command[]): Parsed {
  let parsed: Parsed | undefined
  let help = ''
  const program = new Parser('agentdescent')
    .description(
      'Gradient descent whose parameters are agents: evolve a prompt, a skill or an agent on your own examples.',
    )
    .option('-V, --version', 'print the version, the merge kernel and the version of Node')
    .helpCommand(false)
    .configureOutput({ writeOut: (text) => (help += text), writeErr: (text) => (help += text) })
    .exitOverride()
  const groups = new Map<string, Parser>()
  for (const command of commands)
    declare(placeOf(command, program, groups), command).action(function (this: Parser) {
      parsed = { kind: 'run', command, inputs: inputsOf(this, command) }
    })
  try {
    if (words.length === 0) program.outputHelp()
    else program.parse([...words], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (!error.code.startsWith('commander.help')) throw refusal(error, words, commands)
  }
  return parsed ?? { kind: 'help', text: help }
}

/** What a group of verbs is for, by its first word. */
const GROUPS: Readonly<Record<string, string>> = {
  ledger: 'read what was evolved and why, and take parts of it back',
}

/** Returns the parser that a command is declared on: the program, or the group of its first word. */
function placeOf({ name }: Command, program: Parser, groups: Map<string, Parser>): Parser {
  const [group = '', verb] = name.split(' ')
  if (verb === undefined) return program
  const known = groups.get(group)
  if (known !== undefined) return known
  const made = program
    .command(group)
    .description(GROUPS[group] ?? '')
    .helpCommand(false)
  groups.set(group, made)
  return made
}

function declare(program: Parser, { name, about, arguments: given, flags }: Command): Parser {
  const verb = name.split(' ').at(-1) ?? name
  const parser = program.command(verb).description(about).allowExcessArguments(false)
  for (const { name: word, about: help, isOptional } of given)
    parser.argument(isOptional === true ? `[${word}]` : `<${word}>`, help)
  for (const { name: word, value, about: help } of [...flags, ...COMMON])
    parser.option(value === undefined ? `--${word}` : `--${word} <${value}>`, help)
  return parser
}

function inputsOf(parser: Parser, command: Command): Inputs {
  const given = new Map<string, string>()
  for (const [index, { name }] of command.arguments.entries()) {
    const value: unknown = parser.processedArgs[index]
    if (typeof value === 'string') given.set(name, value)
  }
  const flags = new Map<string, string | true>()
  for (const option of parser.options) {
    const value: unknown = parser.getOptionValue(option.attributeName())
    const isGiven = parser.getOptionValueSource(option.attributeName()) === 'cli'
    if (isGiven) flags.set((option.long ?? '').slice(2), typeof value === 'string' ? value : true)
  }
  return new Inputs(given, flags)
}

/** One sentence, with the nearest thing that exists. */
function refusal(error: CommanderError, words: readonly string[], commands: readonly Command[]): OptionError {
  const value = /'(.*?)'/.exec(error.message)?.[1] ?? ''
  const command =
    commands.find(({ name }) => name.split(' ').every((word, at) => words[at] === word)) ??
    commands.find(({ name }) => words.includes(name))
  const help = command === undefined ? 'agentdescent --help' : `agentdescent ${command.name} --help`
  switch (error.code) {
    case 'commander.unknownCommand':
      return unknown('command', value, knownAfter(words, commands))
    case 'commander.unknownOption': {
      const known = [...(command?.flags ?? []), ...COMMON].map(({ name }) => `--${name}`)
      return unknown('flag', value, [...known, '--help', ...(command === undefined ? ['--version'] : [])])
    }
    case 'commander.missingArgument':
      return sentence(
        'missing-argument',
        value,
        `${command?.name ?? 'agentdescent'} needs <${value}>. See ${help}.`,
      )
    case 'commander.optionMissingArgument':
      return sentence(
        'missing-value',
        value.split(' ')[0] ?? '',
        `${value} is given without a value. See ${help}.`,
      )
    default:
      return sentence('bad-command-line', value, `${error.message.replace(/^error: /, '')} See ${help}.`)
  }
}

/** Returns what could stand in place of an unknown word: verbs of the group that was begun, else everything. */
function knownAfter([first = '']: readonly string[], commands: readonly Command[]): readonly string[] {
  const names = commands.map(({ name }) => name)
  const verbs = names
    .filter((name) => name.startsWith(`${first} `))
    .map((name) => name.slice(first.length + 1))
  return verbs.length > 0 ? verbs : names
}

function unknown(what: 'command' | 'flag', value: string, known: readonly string[]): OptionError {
  const near = nearest(value, known)
  const fix = near === undefined ? `Known are ${known.join(', ')}.` : `Did you mean ${near}?`
  return new OptionError({
    code: `unknown-${what}`,
    argument: what,
    value: shown(value),
    message: `There is no ${what} ${shown(value)}.`,
    fix,
  })
}

function sentence(code: string, value: string, message: string): OptionError {
  return new OptionError({ code, argument: value, value: shown(value), message })
}
