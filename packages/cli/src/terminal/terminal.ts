import process from 'node:process'
import { allowClosedPipes } from './closed-pipe.ts'
import { type Paint, paint, wantsColour } from './paint.ts'

/** The streams of the command line: data goes out, everything else is a note. */
export interface Terminal {
  readonly paint: Paint
  out(text: string): void
  note(text: string): void
  /** Replaces the live line; does nothing where nobody watches. */
  progress(text: string | undefined): void
  /** Asks for a yes; undefined where nobody can be asked. */
  confirm(question: string, signal: AbortSignal): Promise<boolean | undefined>
}

/** Where a terminal does not tell its width, or tells 0. */
const USUAL_WIDTH = 80

/** Returns the process's own streams. A reader that has gone away, `head` for example, is no error. */
export function processTerminal(words: readonly string[]): Terminal {
  const { stdin, stdout, stderr, env } = process
  allowClosedPipes()
  const isLive = stderr.isTTY && env['TERM'] !== 'dumb' && (env['CI'] ?? '') === ''
  const live = new LiveLine(isLive ? (text) => void stderr.write(text) : () => undefined)
  return {
    paint: paint(!words.includes('--no-color') && wantsColour(stdout, env)),
    out: (text) => {
      live.show(undefined)
      stdout.write(text)
    },
    note: (text) => {
      live.show(undefined)
      stderr.write(`${text}\n`)
    },
    progress: (text) => live.show(text?.slice(0, (stderr.columns || USUAL_WIDTH) - 1)),
    confirm: async (question, signal) => {
      if (!stdin.isTTY || !stderr.isTTY) return undefined
      const { createInterface } = await import('node:readline/promises')
      const lines = createInterface({ input: stdin, output: stderr })
      lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
      try {
        return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `, { signal })).trim())
      } catch (error) {
        if (signal.aborted) return false
        throw error
      } finally {
        lines.close()
      }
    },
  }
}

const CLEAR = '\r\u001B[K'

/** One line that is written over. */
class LiveLine {
  readonly #write: (text: string) => void
  #isShown = false

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  show(text: string | undefined): void {
    if (text !== undefined) this.#write(`${CLEAR}${text}`)
    else if (this.#isShown) this.#write(CLEAR)
    this.#isShown = text !== undefined
  }
}
