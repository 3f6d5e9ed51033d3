import { evolve, MemoryStore, serial, singleSlot, survival, synchronous } from '../../src/index.ts'
import { MemoryJournals } from '../../src/testing/journal/memory-journals.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'
import { landscape } from '../evolve/landscape.ts'
import { type Given, type Kind, type OptionRow, play } from './option-bench.ts'
import { commitBeside } from './rivals.ts'

const { run, propose, tasks } = landscape({ kinds: 2, tasks: 20 }).options

/** Two cards of a bucket under every scheduler. */
const pairs = (): Given => ({ merge: { batchSize: 2, maxWaitRounds: 9 } })

/** A clock on which everything takes twice as long. */
class SlowClock extends VirtualClock {
  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return super.sleep(2 * ms, signal)
  }
}

async function startedLedger(): Promise<Given> {
  const ledger = new MemoryStore()
  await evolve({ ...landscape({ kinds: 2, tasks: 20 }).options, ledger, rounds: 1 })
  await commitBeside(ledger, 'beside', 'from another program')
  return { ledger }
}

/** A run that has ended, to be taken up again. */
async function finishedRun(kind: Kind): Promise<Given> {
  const given = { ledger: new MemoryStore(), journals: new MemoryJournals() }
  await play(kind, given)
  return given
}

export const everydayRows: readonly OptionRow[] = [
  { path: 'tasks', given: () => ({ tasks: tasks.slice(0, 12) }) },
  { path: 'reward', given: () => ({ reward: () => 0.5 }) },
  {
    path: 'agent',
    both: () => ({ run: undefined, propose: undefined, agent: { run, propose } }),
    given: () => ({ agent: { run, propose: () => null } }),
  },
  { path: 'run', given: () => ({ run: () => 'wrong' }) },
  { path: 'propose', given: () => ({ propose: () => null }) },
  { path: 'strategy', given: () => ({ strategy: singleSlot() }), see: ({ result }) => result.rendered },
  {
    path: 'rounds',
    given: (kind) => (kind === 'serial' ? { rounds: 2 } : { rounds: 2, scheduler: undefined }),
    refused: { serial: 'rounds-and-scheduler' },
    see: ({ result }) => result.history.length,
  },
  {
    path: 'workers',
    given: () => ({ workers: 2 }),
    refused: { serial: 'unhonoured-option' },
    see: ({ result }) => result.rollouts,
  },
  { path: 'seed', given: () => ({ seed: 7 }), see: ({ seeds }) => seeds },
  {
    path: 'scheduler',
    given: (kind) => ({ scheduler: kind === 'serial' ? serial({ rounds: 3 }) : synchronous({ rounds: 3 }) }),
    see: ({ result }) => result.history.length,
  },
  { path: 'ledger', given: startedLedger, see: ({ result }) => [result.initialReward, result.version] },
  { path: 'journals', given: finishedRun, see: ({ events }) => events.filter((type) => type === 'resumed') },
  { path: 'clock', given: () => ({ clock: new SlowClock() }) },
  {
    path: 'signal',
    given: () => ({ signal: AbortSignal.abort(new Error('enough')) }),
    see: ({ result }) => result.stopReason,
  },
  { path: 'onEvent', given: () => ({ onEvent: () => undefined }), see: ({ events }) => events },
]

export const stopRows: readonly OptionRow[] = [
  { path: 'stop.targetReward', given: () => ({ stop: { targetReward: 0.5 } }), see: stopReason },
  { path: 'stop.patience', given: () => ({ stop: { patience: 1 } }), see: stopReason },
  { path: 'stop.maxSeconds', given: () => ({ stop: { maxSeconds: 0.2 } }), see: stopReason },
  { path: 'stop.maxRollouts', given: () => ({ stop: { maxRollouts: 3 } }), see: stopReason },
  { path: 'stop.maxCalls', given: () => ({ stop: { maxCalls: 30 } }), see: stopReason },
  { path: 'stop.maxTokens', given: () => ({ stop: { maxTokens: 500 } }), see: stopReason },
]

function stopReason({ result }: { readonly result: { readonly stopReason: string } }): unknown {
  return result.stopReason
}

const onlyFirst = {
  name: 'only-first',
  resolve: async ([first, ...rest]: readonly unknown[]) => ({
    kept: [first],
    dropped: rest.map((card) => ({ card, reason: 'It came later.' })),
  }),
  fuse: async ([first, ...rest]: readonly { readonly diff: { readonly edits: unknown } }[]) => ({
    edits: first?.diff.edits,
    members: [first],
    fused: false,
    trial: { candidates: 1 + rest.length, ranked: false, winner: 'single', rung: 'single' },
  }),
}
const never = {
  accepted: false,
  probability: 0,
  threshold: 1,
  gain: 0,
  reason: 'regression',
  detail: 'Never.',
}

export const policyRows: readonly OptionRow[] = [
  {
    path: 'policies.selection',
    given: () => ({ policies: { selection: { name: 'beam', select: () => [] } } }),
    refused: { synchronous: 'unsupported-policy', serial: 'unsupported-policy' },
  },
  {
    path: 'policies.taskSampling',
    given: () => ({
      policies: {
        taskSampling: { name: 'last', pick: (ids: readonly string[]) => ids.at(-1), record: () => undefined },
      },
    }),
    see: ({ result }) => result.proposals.map((proposal) => proposal.tasks),
  },
  {
    path: 'policies.proposal',
    given: () => ({ policies: { proposal: { name: 'silent', propose: async () => [] } } }),
    see: ({ result }) => result.cost.proposeCalls,
  },
  {
    path: 'policies.screen',
    given: () => ({ policies: { screen: { name: 'none', screen: () => 'Not today.' } } }),
    see: ({ result }) => result.outcomes(),
  },
  {
    path: 'policies.staleness',
    given: () => ({ policies: { staleness: { name: 'none', decide: () => 'discard' } } }),
    see: ({ result }) => result.outcomes(),
  },
  {
    path: 'policies.conflict',
    both: pairs,
    given: () => ({ policies: { conflict: onlyFirst } }),
    see: ({ result }) => result.proposals.map(({ verdict }) => verdict),
  },
  {
    path: 'policies.fusion',
    both: pairs,
    given: () => ({ policies: { fusion: onlyFirst } }),
    see: ({ result }) => result.fusionStats(),
  },
  {
    path: 'policies.acceptance',
    given: () => ({ policies: { acceptance: { name: 'never', judge: () => never } } }),
    see: ({ result }) => result.version,
  },
  {
    path: 'policies.promotion',
    given: () => ({ policies: { promotion: survival({ rounds: 1 }) } }),
    see: ({ events }) => events.indexOf('promoted'),
  },
]
