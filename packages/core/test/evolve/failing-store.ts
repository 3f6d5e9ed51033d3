import { MemoryStore } from '../../src/ledger/memory-store.ts'
import type { LedgerStore } from '../../src/ledger/store.ts'

export interface FailingStore extends LedgerStore {
  /** Calls made so far, `close` and `log` not counted: nothing that a run decides depends on them. */
  readonly calls: number
}

/** Returns a store in memory whose nth call, counted from 1, rejects where `failure` returns an error for it. */
export function failingStore(failure: (call: number) => Error | undefined): FailingStore {
  const inner = new MemoryStore()
  let calls = 0
  const counted = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    calls++
    const error = failure(calls)
    if (error !== undefined) throw error
    return work()
  }
  return {
    kind: 'failing',
    get calls() {
      return calls
    },
    read: (branch) => counted(() => inner.read(branch)),
    readCommit: (commit) => inner.readCommit(commit),
    readVersion: (branch, id, version) => counted(() => inner.readVersion(branch, id, version)),
    register: (artifact, message) => counted(() => inner.register(artifact, message)),
    compareAndSwap: (request) => counted(() => inner.compareAndSwap(request)),
    promote: (id, message) => counted(() => inner.promote(id, message)),
    log: (branch, limit) => inner.log(branch, limit),
    close: () => inner.close(),
  }
}
