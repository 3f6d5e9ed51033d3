import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { BATCHES, median } from './measure.mjs'

/** Returns the median milliseconds of a `git merge-file` process over the texts, on the clock on the wall. */
export function gitMerge(texts) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-git-'))
  try {
    for (const [side, text] of Object.entries(texts)) writeFileSync(join(folder, side), text)
    const times = Array.from({ length: BATCHES }, () => {
      const start = performance.now()
      spawnSync('git', ['merge-file', '--stdout', 'ours', 'base', 'theirs'], {
        cwd: folder,
        maxBuffer: 1 << 28,
      })
      return performance.now() - start
    })
    return median(times)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
