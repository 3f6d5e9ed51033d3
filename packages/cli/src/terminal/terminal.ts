import process from 'node:process'
import { type Paint, paint, wantsColour } from './paint.ts'

/** The two streams of the command line: data goes out, everything else is a note. */
export interface Terminal {
  readonly paint: Paint
  out(text: string): void
  note(text: string): void
}

/** Returns the process's own streams. A reader that has gone away, `head` for example, is no error. */
export function processTerminal(words: readonly string[]): Terminal {
  const { stdout, stderr, env } = process
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe)
  return {
    paint: paint(!words.includes('--no-color') && wantsColour(stdout, env)),
    out: (text) => void stdout.write(text),
    note: (text) => void stderr.write(`${text}\n`),
  }
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
