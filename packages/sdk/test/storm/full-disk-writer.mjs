// Commits new texts to a ledger until the disk is full, makes room, commits the refused one again, and prints what came of it as
// JSON. Arguments: directory, and 'counted' where the disk is only counted: 2 MB, after which a write stops midway.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { artifactId, stateOf } from '../../../core/dist/index.js'
import { nodeFileSystem } from '../../dist/stores/git-store/file-system.js'
import { openGitStore } from '../../dist/stores/git-store/git-store.js'

const [, , directory, how] = process.argv
const id = artifactId('prompt')
const [path, ballast] = [join(directory, 'ledger'), join(directory, 'ballast')]
const BALLAST_BYTES = 500_000
let room = how === 'counted' ? 1_500_000 : Number.POSITIVE_INFINITY
const write = (file, bytes) => {
  const fitting = Math.min(bytes.length, room)
  room -= fitting
  nodeFileSystem.write(file, bytes.subarray(0, fitting))
  if (fitting < bytes.length) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
}

if (how !== 'counted') writeFileSync(ballast, Buffer.alloc(BALLAST_BYTES))
const store = await openGitStore(path, { files: { ...nodeFileSystem, write } })
let [landed, refused, text] = [0, undefined, '']
while (refused === undefined && landed < 1_000) {
  text = randomBytes(60_000).toString('base64')
  try {
    await commit(landed + 1)
    landed += 1
  } catch (error) {
    refused = { code: error.code, fix: error.fix }
  }
}
rmSync(ballast, { force: true })
room += BALLAST_BYTES
const again = (await commit(landed + 1)).outcome
await store.close()
const reader = await openGitStore(path, { isReadOnly: true })
const held = (await reader.read('dev')).artifacts.get(id)
const fsck = execFileSync('git', ['--git-dir', path, 'fsck', '--full', '--strict', '--no-dangling'], {
  encoding: 'utf8',
})
process.stdout.write(JSON.stringify({ landed, refused, again, isWhole: held.state.get('k') === text, fsck }))

function commit(version) {
  const artifact = { id, version, state: stateOf([['k', text]]), contract: { major: 1 }, blastRadius: 1 }
  const message = { subject: `version ${version}`, trailers: [] }
  return store.compareAndSwap({
    branch: 'dev',
    writes: [{ artifact, expected: version - 1 }],
    message,
  })
}
