// Opens a ledger as a process that goes on with it does, and prints what that took, as JSON. Arguments: path, newest version.
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { artifactId } from '../packages/core/dist/index.js'
import { openGitStore } from '../packages/sdk/dist/index.js'

const [, , path, newest] = process.argv
const started = performance.now()
const store = await openGitStore(path)
const openMs = performance.now() - started
const snapshotMs = await timed(() => store.read('dev'))
const old = Math.max(1, Number(newest) - 10_000)
const versionMs = await timed(() => store.readVersion('dev', artifactId('a'), old))
const versionAgainMs = await timed(() => store.readVersion('dev', artifactId('a'), old + 1))
const residentMiB = process.resourceUsage().maxRSS / 1024
await store.close()
process.stdout.write(JSON.stringify({ openMs, snapshotMs, versionMs, versionAgainMs, residentMiB }))

async function timed(work) {
  const start = performance.now()
  if ((await work()) === undefined) throw new Error(`The ledger ${path} does not hold what was asked for.`)
  return performance.now() - start
}
