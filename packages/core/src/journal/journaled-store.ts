import { factsText } from '../ledger/artifact-facts.ts'
import type { CommitMessage } from '../ledger/commit-message.ts'
import { parseRecord } from '../ledger/merge-record.ts'
import type { StepRecord } from '../ledger/step-record.ts'
import type { LedgerStore, StoreView, SwapRequest, SwapResult } from '../ledger/store.ts'
import { artifactId, type ArtifactId } from '../model/ids.ts'
import { contentDigest } from '../runtime/digest.ts'
import type { Json } from '../runtime/json.ts'
import { stateDigestOf } from '../runtime/state-digest.ts'
import type { Chronicle } from './chronicle.ts'

/** Commits that other programs may have added between a write and the resume that looks for it. */
const LOOK_BACK = 1000

/** Returns the store as a run with a journal sees it: what it read and wrote before it sees again, and writes nothing twice. */
export function journaledStore(store: LedgerStore, chronicle: Chronicle): LedgerStore {
  const read = (branch: string): Promise<StoreView> =>
    chronicle.outcome({
      key: `read ${branch} ${chronicle.ordinal(`read ${branch}`)}`,
      make: () => chronicle.busy(() => store.read(branch)),
      encode: ({ commit }) => commit,
      decode: (commit) => store.readCommit(String(commit)),
    })
  return {
    kind: store.kind,
    read,
    readCommit: (commit) => chronicle.busy(() => store.readCommit(commit)),
    readVersion: (branch, id, version) => chronicle.busy(() => store.readVersion(branch, id, version)),
    register: (artifact, message) =>
      chronicle.outcome({
        key: `register ${chronicle.ordinal('register')}`,
        request: contentDigest(artifact.id, factsText({ ...artifact, version: 0 })),
        make: () => store.register(artifact, message),
        encode: () => null,
        decode: () => undefined,
      }),
    compareAndSwap: (request) => swap({ store, chronicle }, request),
    promote: (id: ArtifactId, message) =>
      chronicle.outcome<number | undefined>({
        key: `promote ${chronicle.ordinal('promote')}`,
        request: contentDigest(id),
        make: () => store.promote(id, message),
        encode: (version) => version ?? null,
        decode: (version) => (typeof version === 'number' ? version : undefined),
      }),
    ...recordsOf({ store, chronicle }),
    log: (branch, limit) => chronicle.busy(() => store.log(branch, limit)),
    close: () => store.close(),
  }
}

interface Parts {
  readonly store: LedgerStore
  readonly chronicle: Chronicle
}

function swap({ store, chronicle }: Parts, request: SwapRequest): Promise<SwapResult> {
  const { branch, message, writes } = request
  const trailers = [...message.trailers, ['AgentDescent-Epoch', String(chronicle.epoch)] as const]
  const asked = writes.flatMap(({ artifact, expected }) => [
    artifact.id,
    String(expected),
    factsText(artifact),
    stateDigestOf(artifact.state),
  ])
  return chronicle.outcome<SwapResult>({
    key: `swap ${chronicle.ordinal('swap')}`,
    request: contentDigest(branch, ...asked),
    make: () => store.compareAndSwap({ ...request, message: { ...message, trailers } }),
    encode: encoded,
    decode: decoded,
    find: () => committed(store, branch, message),
  })
}

/** Looks for a write whose process ended between the commit and the word of it: a run writes each of its sequence once. */
async function committed(
  store: LedgerStore,
  branch: string,
  message: CommitMessage,
): Promise<SwapResult | undefined> {
  const wanted = parseRecord(message)
  if (wanted === undefined) return undefined
  const log = await store.log(branch, LOOK_BACK)
  const found = log.find((entry) => {
    const written = parseRecord(entry.message)
    return written?.run === wanted.run && written.sequence === wanted.sequence
  })
  return found === undefined ? undefined : { outcome: 'swapped', commit: found.commit }
}

/** What a run has put on record it does not learn from when it is played again: it reads what was there when it began. */
function recordsOf({ store, chronicle }: Parts): Pick<LedgerStore, 'record' | 'records'> {
  const { record, records } = store
  if (record === undefined || records === undefined) return {}
  return {
    record: (step) =>
      chronicle.outcome({
        key: `record ${step.step}`,
        request: contentDigest(step.run, String(step.step)),
        make: () => record.call(store, step),
        encode: () => null,
        decode: () => undefined,
      }),
    records: (limit) =>
      chronicle.outcome<readonly StepRecord[]>({
        key: `records ${chronicle.ordinal('records')}`,
        make: () => records.call(store, limit),
        encode: (steps) => steps.map(nameOf),
        decode: async (names) => {
          const known = new Set(Array.isArray(names) ? names : [])
          if (known.size === 0) return []
          return (await records.call(store, Infinity)).filter((step) => known.has(nameOf(step)))
        },
      }),
  }
}

function nameOf({ run, step }: StepRecord): string {
  return `${run} ${step}`
}

function encoded(result: SwapResult): Json {
  return result.outcome === 'swapped' ? result.commit : [...result.head].map(([id, version]) => [id, version])
}

function decoded(answer: Json): SwapResult {
  if (typeof answer === 'string') return { outcome: 'swapped', commit: answer }
  const entries = Array.isArray(answer) ? answer : []
  const head = entries.flatMap((entry) => {
    const [id, version] = Array.isArray(entry) ? entry : []
    return typeof id === 'string' && typeof version === 'number' ? [[artifactId(id), version] as const] : []
  })
  return { outcome: 'conflict', head: new Map(head) }
}
