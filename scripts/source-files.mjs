// The repository's own source text, for the checks that read it.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns the paths under the folders that git tracks or would track, relative to the root, sorted. */
export function sourceFiles(folders) {
  const run = spawnSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...folders],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  if (run.status !== 0) throw new Error(`git ls-files failed: ${run.stderr}`)
  const paths = new Set(run.stdout.split('\0').filter((path) => path !== ''))
  return [...paths].filter((path) => existsSync(join(root, path))).toSorted()
}

/** Returns the number of raw lines: blank ones and comments count. */
export function rawLines(path) {
  const text = readFileSync(join(root, path), 'utf8')
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}
