import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { contentDigest, type JournalRecord } from '@agentdescent/core'
import { nodeFileSystem } from '../../src/stores/git-store/file-system.ts'
import { readJournal } from '../../src/stores/git-store/journals/journal-segments.ts'
import type { ServedRequest } from '../loopback-model.ts'

const child = fileURLToPath(new URL('resume-child.mjs', import.meta.url))

export interface RunSettings {
  readonly baseUrl: string
  readonly ledger: string
  readonly rounds: number
  readonly workers: number
  /** Failures that the proposer is shown; what it is shown depends on who was first where several are asked at once. */
  readonly cases: number
  /** Ends the process once so many records of the kind have survived. */
  readonly kill?: { readonly kind: string; readonly count: number }
}

export interface Figures {
  readonly calls: number
  readonly requests: number
  readonly rendered: string
  readonly rollouts: number
  readonly stopReason: string
  readonly tokens: number
  readonly version: number
  readonly rewards: readonly number[]
  readonly error: string | null
}

/** Runs the child; resolves to what it printed, undefined when it was killed. */
export function runChild(
  settings: RunSettings,
  onStart: (process: ChildProcess) => void = () => {},
): Promise<Figures | undefined> {
  const started = spawn(process.execPath, [child, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  started.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  onStart(started)
  return new Promise((resolve, reject) => {
    started.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(undefined)
      else if (code === 0) resolve(JSON.parse(printed))
      else reject(new Error(`the run ended with ${code}`))
    })
  })
}

/** Returns what the journal of the one run in a ledger holds. */
export function journalOf(ledger: string): readonly JournalRecord[] {
  return readJournal(nodeFileSystem, ledger, `${ledger}/agentdescent/runs/artifact`).records
}

/** Returns the digests of the requests to the model whose answers the journal holds, and those whose answers it waits for. */
export function requestsIn(records: readonly JournalRecord[]): {
  readonly answered: ReadonlySet<string>
  readonly waiting: ReadonlySet<string>
} {
  const answered = new Set<string>()
  const waiting = new Set<string>()
  for (const record of records) {
    if (!('key' in record) || !record.key.startsWith('step ')) continue
    const digest = record.key.slice(record.key.lastIndexOf(' ') + 1)
    if (record.kind === 'call') waiting.add(digest)
    if (record.kind !== 'answer') continue
    answered.add(digest)
    waiting.delete(digest)
  }
  return { answered, waiting }
}

/** Returns the digest under which a run's journal keeps what the server was asked. */
export function digestOf({ role, system, prompt }: ServedRequest): string {
  const request = role === 'actor' ? { prompt, system } : { prompt }
  return contentDigest(JSON.stringify(['openai-compatible', 'm', request]))
}
