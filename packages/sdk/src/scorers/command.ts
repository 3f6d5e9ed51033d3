import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RewardReply, Task } from '@agentdescent/core'
import { contentDigest, ContractError } from '@agentdescent/core'
import { runCommand } from './run-command.ts'
import { isNoAnswer } from './no-answer.ts'

export interface CommandOptions {
  /** Default 30,000. An answer that takes longer to score scores 0. */
  readonly timeoutMs?: number
  /** Folder the program starts in; default: the present one. */
  readonly cwd?: string
  /** Further variables for the program; it gets no others but the usual ones for paths, language and time zone. */
  readonly env?: Readonly<Record<string, string>>
}

/** A scorer that asks a program. */
export interface CommandScorer {
  (task: Task, output: string): Promise<RewardReply>
  readonly scoring: string
  /** Its words, its options, and what the files among its words hold now. */
  readonly identity: string
  /** Outputs that scored 0 because the program took too long. */
  timeouts(): number
}

/**
 * Returns the scorer that runs a program, without a shell, with `{ task, output }` as JSON on its stdin. The program
 * prints a number in [0, 1], or `{ "reward": number, "metrics": { name: number } }`.
 * @throws ContractError `scorer-failed` when it cannot be started or ends with another code than 0, `bad-reward` when
 *   it prints anything else.
 */
export function command(argv: readonly [string, ...string[]], options: CommandOptions = {}): CommandScorer {
  const { timeoutMs = 30_000 } = options
  let timeouts = 0
  const score = async (task: Task, output: string): Promise<RewardReply> => {
    if (isNoAnswer(output)) return 0
    const ending = await runCommand(argv, { ...options, timeoutMs, stdin: JSON.stringify({ task, output }) })
    switch (ending.kind) {
      case 'timeout':
        timeouts += 1
        return { reward: 0, metrics: { timedOut: 1 } }
      case 'failed':
        throw failed(argv, ending.reason, task)
      case 'done':
        return rewardIn(ending.stdout, task)
      default:
        return ending satisfies never
    }
  }
  return Object.defineProperty(
    Object.assign(score, {
      scoring: 'A program scores each output between 0 and 1.',
      identity: '',
      timeouts: () => timeouts,
    }),
    'identity',
    { get: () => identityOf(argv, options), enumerable: true },
  )
}

function identityOf(argv: readonly string[], options: CommandOptions): string {
  const { cwd = '' } = options
  const contents = argv.map((word) => contentOf(resolve(cwd, word)))
  return `command ${contentDigest(JSON.stringify([argv, options, contents])).slice(0, 16)}`
}

function contentOf(path: string): string | null {
  try {
    return contentDigest(readFileSync(path, 'latin1'))
  } catch {
    return null
  }
}

function failed(argv: readonly string[], reason: string, { id }: Task): ContractError {
  return new ContractError({
    code: 'scorer-failed',
    argument: 'reward',
    value: argv.join(' ').slice(0, 200),
    message: `The scorer ${JSON.stringify(argv[0])} ${reason} on task ${JSON.stringify(id)}.`,
    fix: 'Make it end with code 0 and print a number; a bad output is a reward of 0, not a failure.',
  })
}

function rewardIn(stdout: string, { id }: Task): RewardReply {
  const reply = parsed(stdout)
  if (typeof reply === 'number') return reply
  if (isScored(reply)) return { reward: reply.reward, metrics: numbersOf(reply.metrics) }
  throw new ContractError({
    code: 'bad-reward',
    argument: 'reward',
    value: stdout.slice(0, 200),
    message: `The scorer printed ${JSON.stringify(stdout.slice(0, 200))} for task ${JSON.stringify(id)}.`,
    fix: 'It must print a number in [0, 1], or { "reward": number }, and nothing else.',
  })
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

function isScored(value: unknown): value is { reward: number; metrics?: unknown } {
  return typeof value === 'object' && value !== null && 'reward' in value && typeof value.reward === 'number'
}

function numbersOf(metrics: unknown): Record<string, number> {
  if (typeof metrics !== 'object' || metrics === null) return {}
  return Object.fromEntries(
    Object.entries(metrics).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}
