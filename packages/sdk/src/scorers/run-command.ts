import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import process from 'node:process'

export interface CommandRun {
  readonly stdin: string
  readonly timeoutMs: number
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

export type CommandEnding =
  | { readonly kind: 'done'; readonly stdout: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'failed'; readonly reason: string }

/** Variables that a program needs to find its way; keys and tokens are not among them. */
const PASSED_ON = [
  'HOME',
  'LANG',
  'LC_ALL',
  'PATH',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'TMPDIR',
  'TZ',
  'USERPROFILE',
]
const MAX_OUTPUT = 64 * 1024
const QUOTED_CHARS = 400

/** Runs a program without a shell, in a process group of its own that is killed when time is up or it prints too much. */
export async function runCommand(
  argv: readonly [string, ...string[]],
  run: CommandRun,
): Promise<CommandEnding> {
  const [program, ...args] = argv
  const child = spawn(program, args, {
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    env: environment(run.env),
    ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
  })
  const stdout = collect(child, 'stdout')
  const stderr = collect(child, 'stderr')
  child.stdin.on('error', () => undefined)
  child.stdin.end(run.stdin)
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      killGroup(child)
      resolve({ kind: 'timeout' })
    }, run.timeoutMs)
    const end = (ending: CommandEnding): void => {
      clearTimeout(timer)
      killGroup(child)
      resolve(ending)
    }
    child.on('error', (error) => end({ kind: 'failed', reason: `cannot be run: ${error.message}` }))
    child.on('close', (code, signal) => {
      const reason = reasonOf({ code, signal, stderr: stderr(), isTooLong: stdout().length >= MAX_OUTPUT })
      end(reason === undefined ? { kind: 'done', stdout: stdout() } : { kind: 'failed', reason })
    })
  })
}

interface Exit {
  readonly code: number | null
  readonly signal: string | null
  readonly stderr: string
  readonly isTooLong: boolean
}

function reasonOf({ code, signal, stderr, isTooLong }: Exit): string | undefined {
  if (isTooLong) return `printed more than ${MAX_OUTPUT} characters`
  if (code === 0) return undefined
  const words = stderr.trim().slice(0, QUOTED_CHARS)
  const ending = code === null ? `was ended by ${signal}` : `ended with code ${code}`
  return words === '' ? ending : `${ending}, saying ${JSON.stringify(words)}`
}

function collect(child: ChildProcess, name: 'stdout' | 'stderr'): () => string {
  let text = ''
  child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < MAX_OUTPUT) text += chunk
    else killGroup(child)
  })
  return () => text.slice(0, MAX_OUTPUT)
}

/** The group outlives its leader when that left children behind, so it is killed at every end. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  if (process.platform === 'win32') {
    if (child.exitCode === null)
      spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' })
    return
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ESRCH'
}

function environment(further: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const passed = PASSED_ON.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(passed), ...further }
}
