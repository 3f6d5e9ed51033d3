import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'target/xdiff')
const program = join(target, 'release', `agentdescent_xdiff${process.platform === 'win32' ? '.exe' : ''}`)

/** Builds the program that holds libgit2; returns why it cannot be built here, undefined when it was. */
export function buildLibgit2() {
  const words = [
    'build',
    '--release',
    '--locked',
    '--quiet',
    '--manifest-path',
    join(root, 'bench/xdiff/Cargo.toml'),
  ]
  const { error, status, stderr } = spawnSync('cargo', words, {
    encoding: 'utf8',
    env: { ...process.env, CARGO_TARGET_DIR: target },
  })
  if (status === 0) return undefined
  const reason =
    error?.message ?? stderr.split('\n').find((line) => line.startsWith('error')) ?? `exit ${status}`
  return `libgit2 cannot be built here: ${reason}`
}

/** Returns the median processor milliseconds of the crate and of libgit2's xdiff over the texts, in turn in one process. */
export function libgit2Merge(texts) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-libgit2-'))
  try {
    const paths = ['base', 'ours', 'theirs'].map((side) => {
      const path = join(folder, side)
      writeFileSync(path, texts[side])
      return path
    })
    const { status, stdout, stderr } = spawnSync(program, paths, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`agentdescent_xdiff failed: ${stderr}`)
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
