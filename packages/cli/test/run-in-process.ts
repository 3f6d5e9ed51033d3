import process from 'node:process'
import { paint } from '../src/terminal/paint.ts'
import { runCommandLine } from '../src/run-command-line.ts'
import type { Terminal } from '../src/terminal/terminal.ts'

interface Said {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  readonly live: readonly string[]
}

export interface Person {
  /** What the person at the terminal answers; undefined where nobody is there. */
  readonly answer?: boolean
  /** Hears every note and every live line. */
  readonly onSaid?: (text: string) => void
}

/** Runs a command line in this process, in a folder, and returns what it said. */
export async function say(
  folder: string,
  words: readonly string[],
  { answer, onSaid }: Person = {},
): Promise<Said> {
  let [stdout, stderr] = ['', '']
  const live: string[] = []
  const terminal: Terminal = {
    paint: paint(false),
    out: (text) => {
      stdout += text
    },
    note: (text) => {
      stderr += `${text}\n`
      onSaid?.(text)
    },
    progress: (text) => {
      if (text === undefined) return
      live.push(text)
      onSaid?.(text)
    },
    confirm: async (question) => {
      stderr += `${question}\n`
      return answer
    },
  }
  const present = process.cwd()
  process.chdir(folder)
  try {
    const code = await runCommandLine(words, terminal)
    return { code, stdout, stderr, live }
  } finally {
    process.chdir(present)
  }
}
