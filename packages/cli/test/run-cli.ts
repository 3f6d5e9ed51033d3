import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

export const main: string = fileURLToPath(new URL('../dist/main.js', import.meta.url))

/** Node itself warns of two colour variables that are both there, though empty. */
const { FORCE_COLOR: _force, NO_COLOR: _no, ...uncoloured } = process.env

export interface Finished {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
}

export interface CliOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** Modules that Node loads before the command line. */
  readonly preload?: readonly string[]
  readonly folder?: string
}

/** Runs the built command line as a process of its own. */
export function cli(
  words: readonly string[],
  { environment = {}, preload = [], folder }: CliOptions = {},
): Finished {
  const imports = preload.flatMap((url) => ['--import', url])
  const { stdout, stderr, status } = spawnSync(process.execPath, [...imports, main, ...words], {
    encoding: 'utf8',
    env: { ...uncoloured, ...environment },
    ...(folder === undefined ? {} : { cwd: folder }),
  })
  return { stdout, stderr, code: status }
}
