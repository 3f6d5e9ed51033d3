// Adds 1 to numbers of its own in a shared ledger until the first of them is at `end`, one artifact at a time or all of them at
// once, and tells each commit on stdout once it is acknowledged. Arguments: path, name, end, and 'second-way' for a file system
// without links and locks.
import { writeSync } from 'node:fs'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { artifactId, stateOf } from '../../../core/dist/index.js'
import { nodeFileSystem } from '../../dist/stores/git-store/file-system.js'
import { openGitStore } from '../../dist/stores/git-store/git-store.js'

const [, , path, name, end, way] = process.argv
const ids = ['counters', ...Array.from({ length: 7 }, (_, index) => `counters-${index}`)].map(artifactId)
const missing = () => {
  throw Object.assign(new Error('not on this file system'), { code: 'ENOSYS' })
}
const files = way === 'second-way' ? { ...nodeFileSystem, link: missing, tryLock: missing } : nodeFileSystem
const store = await openGitStore(path, { onNotice: () => {}, lockWaitMs: 60_000, files })

for (;;) {
  const { artifacts } = await store.read('dev')
  if (countIn(artifacts.get(ids[0])) >= Number(end)) break
  const chosen = Math.random() < 0.7 ? ids.slice(0, 1) : ids
  const results = await Promise.all(chosen.map((id) => counted(id, artifacts.get(id))))
  for (const { outcome, commit } of results) if (outcome === 'swapped') await told(`${commit}\n`)
  if (results.some(({ outcome }) => outcome === 'conflict')) await setTimeout(Math.random() * 10)
}
await store.close()

/** The pipe may be full while its reader runs git. A kill between two tries leaves a line cut, which tells no commit. */
async function told(line) {
  for (let rest = Buffer.from(line); rest.length > 0; )
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
      await setTimeout(5)
    }
}

function countIn(held) {
  return Number(held?.state.get(name) ?? 0)
}

function counted(id, held) {
  const [version, count] = [held?.version ?? 0, countIn(held) + 1]
  const state = (held?.state ?? stateOf([])).with(name, String(count))
  const artifact = { id, version: version + 1, state, contract: { major: 1 }, blastRadius: 1 }
  const message = { subject: `${name} counts ${id} to ${count}`, trailers: [] }
  return store.compareAndSwap({ branch: 'dev', writes: [{ artifact, expected: version }], message })
}
