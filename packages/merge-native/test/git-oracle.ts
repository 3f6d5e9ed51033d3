import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { TextSides } from '@agentdescent/merge-native'

/** What git makes of a merge: the clean text, or undefined for a conflict. */
export type GitMerge = Buffer | undefined

/**
 * Merges all cases with one `git merge`: each is a file of three commits. The diff algorithm is that of
 * `git merge-file`, and so is the verdict; only the extent of conflicts differs.
 */
export function mergeWithGit(cases: readonly TextSides[]): GitMerge[] {
  return inFolder((folder) => {
    const git = gitIn(folder)
    git(['init', '--quiet', '--initial-branch=none'])
    git(['fast-import', '--quiet'], historyOf(cases))
    git(['checkout', '--quiet', 'ours'])
    const flags = ['--quiet', '--no-commit', '--strategy=recursive', '-Xdiff-algorithm=myers', '-Xno-renames']
    git(['merge', ...flags, 'theirs'])
    const unmerged = new Set(git(['diff', '--name-only', '--diff-filter=U', '-z']).toString().split('\0'))
    return cases.map((_, index) =>
      unmerged.has(nameOf(index)) ? undefined : readFileSync(join(folder, nameOf(index))),
    )
  })
}

/** Merges one case with `git merge-file`. */
export function mergeFileWithGit({ base, ours, theirs }: TextSides): GitMerge {
  return inFolder((folder) => {
    for (const [name, text] of Object.entries({ base, ours, theirs })) writeFileSync(join(folder, name), text)
    const { status, stdout } = spawnSync('git', ['merge-file', '--stdout', 'ours', 'base', 'theirs'], {
      cwd: folder,
    })
    return status === 0 ? stdout : undefined
  })
}

/** A git stream of three commits, base under ours and theirs, with a file per case. */
function historyOf(cases: readonly TextSides[]): Buffer {
  const parts: Uint8Array[] = []
  for (const side of ['base', 'ours', 'theirs'] as const) {
    const parent = side === 'base' ? '' : 'from refs/heads/base\n'
    parts.push(
      Buffer.from(`commit refs/heads/${side}\ncommitter a <a@example.com> 0 +0000\ndata 0\n${parent}`),
    )
    for (const [index, { [side]: text }] of cases.entries())
      parts.push(
        Buffer.from(`M 100644 inline ${nameOf(index)}\ndata ${text.length}\n`),
        text,
        Buffer.from('\n'),
      )
  }
  return Buffer.concat(parts)
}

function nameOf(index: number): string {
  return `case-${index}`
}

function gitIn(folder: string): (args: readonly string[], input?: Buffer) => Buffer {
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  }
  return (args, input) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, env, input, maxBuffer: 1 << 28 })
    const isConflict = args[0] === 'merge' && status === 1
    if (status !== 0 && !isConflict) throw new Error(`git ${args.join(' ')} failed: ${stderr}`)
    return stdout
  }
}

function inFolder<T>(run: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'git-oracle-'))
  try {
    return run(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
