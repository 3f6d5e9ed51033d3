import process from 'node:process'

/** Lets a reader go away, `head` for example, without an error. */
export function allowClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe)
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
