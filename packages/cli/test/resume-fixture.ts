import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { LoopbackModel } from '../../sdk/test/loopback-model.ts'
import { main } from './run-cli.ts'

/** From one request on a model keeps its answers to itself. */
export interface Pause {
  readonly begun: Promise<void>
  /** Lets the requests that wait be answered. */
  end(): void
}

export interface PausingModel {
  readonly model: LoopbackModel
  readonly pause: Pause
  /** Answers the requests that come from here on, until so many have come; those that wait go on waiting. */
  goOn(requests?: number): Pause
}

/** A model that pauses with the request of this number. */
export async function pausingModel(requests: number): Promise<PausingModel> {
  let { pause, pass } = pauseAt(requests)
  const model = await LoopbackModel.start({ until: () => pass() })
  const goOn = (more = Infinity): Pause => {
    const next = pauseAt(more)
    pass = next.pass
    return next.pause
  }
  return { model, pause, goOn }
}

function pauseAt(requests: number): { readonly pause: Pause; pass(): Promise<void> | undefined } {
  let seen = 0
  let [begin, end] = [() => {}, () => {}]
  const begun = new Promise<void>((resolve) => void (begin = resolve))
  const ended = new Promise<void>((resolve) => void (end = resolve))
  return {
    pause: { begun, end: () => end() },
    pass() {
      seen += 1
      if (seen < requests) return undefined
      begin()
      return ended
    },
  }
}

const TEAMS = { invoice: 'billing', parcel: 'shipping', password: 'account' }

/** Returns a folder with a spec, `run.json`, whose model is at the address. */
export function folderFor(baseUrl: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'agentdescent-resume-'))
  const cases = Object.entries(TEAMS).flatMap(([word, gold]) =>
    Array.from({ length: 4 }, (_, number) =>
      JSON.stringify({ prompt: `Question ${number} about my ${word}`, gold }),
    ),
  )
  writeFileSync(join(folder, 'cases.jsonl'), cases.join('\n'))
  const spec = {
    target: { text: 'You are a helpful assistant.' },
    data: { path: 'cases.jsonl' },
    score: 'exact',
    agent: { model: 'm', baseUrl, apiKeyEnv: null },
    reflect: { cases: 1 },
    rounds: 3,
    workers: 2,
    stop: { targetReward: 1 },
  }
  writeFileSync(join(folder, 'run.json'), JSON.stringify(spec))
  return folder
}

export interface Ended {
  readonly pid: number
  readonly code: number | null
  readonly stderr: string
}

/** Runs the command line in a process of its own, beside this one. */
export function inProcess(
  folder: string,
  words: readonly string[],
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, [main, ...words], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (bytes) => {
    stderr += String(bytes)
  })
  const ended = once(child, 'close').then(([code]) => ({ pid: child.pid ?? 0, code, stderr }))
  return { child, ended }
}

/** Starts a run in a process of its own, and kills it while it waits for the model. */
export async function killed(folder: string, { begun }: Pause): Promise<void> {
  const { child, ended } = inProcess(folder, ['evolve', 'run.json', '--yes'])
  await begun
  child.kill('SIGKILL')
  await ended
}
