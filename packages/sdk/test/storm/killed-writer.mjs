// Commits version 4 of `prompt` and kills itself at the n-th call of the file system. Arguments: path, n, and 'second-way' for a
// file system without links and locks.
import { writeSync } from 'node:fs'
import process from 'node:process'
import { nodeFileSystem } from '../../dist/stores/git-store/file-system.js'
import { openGitStore } from '../../dist/stores/git-store/git-store.js'

const [, , path, n, way] = process.argv
let calls = 0
const files = Object.fromEntries(
  Object.entries(nodeFileSystem).map(([method, call]) => [
    method,
    (...args) => {
      if (++calls === Number(n)) process.kill(process.pid, 'SIGKILL')
      if (way === 'second-way' && (method === 'link' || method === 'tryLock'))
        throw Object.assign(new Error('not on this file system'), { code: 'ENOSYS' })
      return call(...args)
    },
  ]),
)
const store = await openGitStore(path, { files, onNotice: () => {} })
const [[id, held]] = (await store.read('dev')).artifacts
const state = [...Array(8).keys()].reduce(
  (made, index) => made.with(`k${index}`, index === 4 ? 'at 4' : 'same'),
  held.state,
)
const writes = [{ artifact: { ...held, id, version: 4, state }, expected: 3 }]
await store.compareAndSwap({ branch: 'dev', writes, message: { subject: 'version 4', trailers: [] } })
writeSync(1, 'acknowledged\n')
await store.close()
