import { type LedgerStore, MemoryStore } from '../../src/index.ts'
import { Ledger } from '../../src/ledger/ledger.ts'
import { artifactId } from '../../src/model/ids.ts'

const ID = artifactId('artifact')

/** Commits one key beside a run, as another program could. */
export async function commitBeside(store: LedgerStore, key: string, value: string): Promise<void> {
  const ledger = new Ledger(store)
  const head = await ledger.get(ID)
  const next = { ...head, state: head.state.with(key, value) }
  const message = { subject: `set ${key}`, trailers: [['Author', 'another program']] } as const
  await ledger.commit([next], new Map([[ID, head.version]]), message)
}

/** Returns a store on which another program commits right before the first swap of the run. */
export function racedOnce(): LedgerStore {
  const inner = new MemoryStore()
  let isRaced = false
  return {
    kind: 'raced',
    read: (branch) => inner.read(branch),
    readCommit: (commit) => inner.readCommit(commit),
    readVersion: (branch, id, version) => inner.readVersion(branch, id, version),
    register: (artifact, message) => inner.register(artifact, message),
    promote: (id, message) => inner.promote(id, message),
    log: (branch, limit) => inner.log(branch, limit),
    close: () => inner.close(),
    async compareAndSwap(request) {
      if (!isRaced) {
        isRaced = true
        await commitBeside(inner, 'beside', 'from another program')
      }
      return inner.compareAndSwap(request)
    },
  }
}
