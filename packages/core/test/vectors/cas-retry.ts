import { Ledger } from '../../src/ledger/ledger.ts'
import { MemoryStore } from '../../src/ledger/memory-store.ts'
import type { LedgerStore } from '../../src/ledger/store.ts'
import { commit } from '../../src/merge/stages/commit.ts'
import { applyDiff, applyEdits, stateOf } from '../../src/model/artifact.ts'
import { exactlySame } from '../../src/model/diff.ts'
import { artifactId, diffId, runId, workerId } from '../../src/model/ids.ts'
import { textMerger } from '../../src/runtime/text-merger.ts'
import { Random } from '../../src/runtime/random.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'

type Ops = Record<string, string | null>

interface Input {
  state: Record<string, string>
  others_committed_first: Ops[]
  one_more_race_before_each_retry: boolean
  our_ops: Ops
  attempts: number
}

const art = artifactId('art')

export async function replay(input: Input): Promise<unknown> {
  const store = new MemoryStore()
  const ledger = new Ledger(store)
  const state = stateOf(Object.entries(input.state))
  const base = { id: art, version: 1, state, contract: { major: 1 }, blastRadius: 0.2 }
  await ledger.register(base)
  const rivals = new Rivals(ledger, input.others_committed_first)
  await rivals.land(input.one_more_race_before_each_retry ? 1 : input.others_committed_first.length)
  const racing = new RacingStore(store, input.one_more_race_before_each_retry ? rivals : undefined)
  const edits = new Map(Object.entries(input.our_ops))
  const diff = { id: diffId('ours'), target: art, author: workerId(0), edits, breaksContract: false }
  const landing = await commit(
    {
      base,
      next: applyDiff(base, diff),
      diff,
      cards: [],
      members: [],
      fused: false,
      rung: 'single',
      baseRows: [],
      nextRows: [],
      baseEstimate: 0,
      nextEstimate: 0,
    },
    { accepted: true, probability: 1, threshold: 0.5, gain: 1 },
    {
      run: runId('vectors'),
      ledger: new Ledger(racing),
      settings: { commitAttempts: input.attempts, commitBackoffMs: 0, reapply: 'value' },
      same: exactlySame,
      texts: textMerger(),
      clock: new VirtualClock(),
      random: Random.seeded(0),
    },
  )
  const head = await ledger.get(art)
  return {
    committed_version: landing.outcome === 'committed' ? landing.version : null,
    final_state: Object.fromEntries(head.state),
    final_version: head.version,
    conflicts_counted: racing.conflicts,
  }
}

/** Others who commit to the same artifact, one set of edits at a time. */
class Rivals {
  readonly #ledger: Ledger
  readonly #edits: Ops[]

  constructor(ledger: Ledger, edits: readonly Ops[]) {
    this.#ledger = ledger
    this.#edits = [...edits]
  }

  async land(count: number): Promise<void> {
    for (const ops of this.#edits.splice(0, count)) {
      const head = await this.#ledger.get(art)
      const next = { ...head, state: applyEdits(head.state, new Map(Object.entries(ops))) }
      await this.#ledger.commit([next], new Map([[art, head.version]]), { subject: 'rival', trailers: [] })
    }
  }
}

/** Lets a rival in after every lost race, and counts the races. */
class RacingStore implements LedgerStore {
  readonly kind = 'racing'
  readonly #store: LedgerStore
  readonly #rivals: Rivals | undefined
  conflicts = 0
  #lost = false

  constructor(store: LedgerStore, rivals: Rivals | undefined) {
    this.#store = store
    this.#rivals = rivals
  }

  async compareAndSwap(
    request: Parameters<LedgerStore['compareAndSwap']>[0],
  ): ReturnType<LedgerStore['compareAndSwap']> {
    const result = await this.#store.compareAndSwap(request)
    this.#lost = result.outcome === 'conflict'
    if (this.#lost) this.conflicts++
    return result
  }

  async read(branch: string): ReturnType<LedgerStore['read']> {
    const view = await this.#store.read(branch)
    if (this.#lost) {
      this.#lost = false
      await this.#rivals?.land(1)
    }
    return view
  }

  readCommit: LedgerStore['readCommit'] = (commit) => this.#store.readCommit(commit)
  readVersion: LedgerStore['readVersion'] = (...asked) => this.#store.readVersion(...asked)
  register: LedgerStore['register'] = (...asked) => this.#store.register(...asked)
  promote: LedgerStore['promote'] = (...asked) => this.#store.promote(...asked)
  log: LedgerStore['log'] = (...asked) => this.#store.log(...asked)
  close = (): Promise<void> => this.#store.close()
}
