// Adds 1 to a number of its own in a shared ledger until it has done so `end` times, and tells each commit on stdout once it is
// acknowledged. Arguments: path, name, end.
import { writeSync } from 'node:fs'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { artifactId, stateOf } from '../../../core/dist/index.js'
import { openGitStore } from '../../dist/stores/git-store/git-store.js'

const [, , path, name, end] = process.argv
const id = artifactId('counters')
const store = await openGitStore(path, { onNotice: () => {}, lockWaitMs: 60_000 })

for (;;) {
  const held = (await store.read('dev')).artifacts.get(id)
  const done = Number(held?.state.get(name) ?? 0)
  if (done >= Number(end)) break
  const version = held?.version ?? 0
  const state = (held?.state ?? stateOf([])).with(name, String(done + 1))
  const artifact = { id, version: version + 1, state, contract: { major: 1 }, blastRadius: 1 }
  const message = { subject: `${name} counts ${done + 1}`, trailers: [] }
  const result = await store.compareAndSwap({
    branch: 'dev',
    writes: [{ artifact, expected: version }],
    message,
  })
  if (result.outcome === 'swapped') writeSync(1, `${result.commit}\n`)
  else await setTimeout(Math.random() * 10)
}
await store.close()
