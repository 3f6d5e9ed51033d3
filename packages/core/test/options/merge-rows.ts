import { dataParallel, type Failure, MemoryStore, singleSlot } from '../../src/index.ts'
import type { Strategy, Task } from '../../src/index.ts'
import type { MergeOffload } from '../../src/runtime/merge-kernel.ts'
import { landscape, ruleOf } from '../evolve/landscape.ts'
import type { Given, OptionRow, Seen } from './option-bench.ts'
import { commitBeside, racedOnce } from './rivals.ts'

const { run, propose } = landscape({ kinds: 2, tasks: 20 }).options
const merged = (merge: object) => (): Given => ({ merge })
const outcomes = ({ result }: Seen): unknown => result.outcomes()

/** Another program sets a key once while a worker proposes: that card is then one commit behind, under every scheduler. */
function overtaken(blastRadius: number, key = 'beside', value = 'from another program'): Given {
  const ledger = new MemoryStore()
  let isOvertaken = false
  return {
    ledger,
    artifact: { blastRadius },
    propose: async (failure: Failure) => {
      if (!isOvertaken) {
        isOvertaken = true
        await commitBeside(ledger, key, value)
      }
      return propose(failure)
    },
  }
}

const TEXT = 'one\ntwo\nthree\nfour\nfive\n'

/** Another program changes the first line of a prompt while a worker writes the last one. */
function overwritten(): Given {
  return {
    ...overtaken(0.2, 'value', TEXT.replace('one', 'ONE')),
    strategy: lastLine(singleSlot({ initial: TEXT })),
  }
}

/** Puts what is proposed in the place of the last line. */
function lastLine(strategy: Strategy): Strategy {
  return {
    ...strategy,
    toEdits: (state, line) => {
      const before = state.get('value') ?? ''
      return strategy.toEdits(state, before.includes(line) ? before : before.replace('five', line))
    },
  }
}

/** Takes every merge off the thread, and finds each of them too large. */
const refusesAll: MergeOffload = {
  isWorthIt: () => true,
  mergeText: async () => ({ outcome: 'too-large', steps: 0 }),
  mergeMany: async () => ({ outcome: 'too-large', steps: 0 }),
  close: async () => undefined,
}

/** Tasks of kind 0 are solved; of the others, every second one asks for a rule that spoils everything. */
const poisoned = (): Given => ({
  artifact: { initial: { first: ruleOf(0) } },
  run: (rendered: string, task: Task) => (rendered.includes('poison') ? 'wrong' : run(rendered, task)),
  propose: ({ task }: Failure) => (Number(task.id.slice(1)) % 4 === 3 ? 'poison' : ruleOf(1)),
  merge: { batchSize: 2, maxWaitRounds: 9 },
})

export const mergeRows: readonly OptionRow[] = [
  {
    path: 'merge.batchSize',
    both: merged({ maxWaitRounds: 9 }),
    given: merged({ batchSize: 30 }),
    see: ({ result }) => result.history.map(({ considered }) => considered),
  },
  {
    path: 'merge.maxWaitRounds',
    both: merged({ batchSize: 30 }),
    given: merged({ maxWaitRounds: 3 }),
    see: ({ result }) => result.history.map(({ considered }) => considered),
  },
  {
    path: 'merge.tolerance.slow',
    both: () => overtaken(0.9),
    given: merged({ tolerance: { slow: 0 } }),
    see: outcomes,
  },
  {
    path: 'merge.tolerance.fast',
    both: () => overtaken(0.2),
    given: merged({ tolerance: { fast: 0 } }),
    see: outcomes,
  },
  {
    path: 'merge.commitAttempts',
    both: () => ({ ledger: racedOnce() }),
    given: merged({ commitAttempts: 1 }),
    see: outcomes,
  },
  {
    path: 'merge.commitBackoffMs',
    both: () => ({ ledger: racedOnce() }),
    given: merged({ commitBackoffMs: 0 }),
    see: ({ result }) => result.elapsedMs,
  },
  {
    path: 'merge.boundedGate',
    both: () => ({
      strategy: singleSlot({ initial: ruleOf(0) }),
      propose: () => 'helps nobody',
      evaluation: { concurrency: 1 },
    }),
    given: merged({ boundedGate: true }),
    see: ({ result }) => result.cost.evaluationsSkipped,
  },
  { path: 'merge.refusedUnion', both: poisoned, given: merged({ refusedUnion: 'drop' }), see: outcomes },
  {
    path: 'merge.reapply',
    both: overwritten,
    given: merged({ reapply: 'value' }),
    see: ({ result }) => result.rendered,
  },
  {
    path: 'merge.offload',
    both: overwritten,
    given: merged({ offload: refusesAll }),
    see: ({ result }) => result.rendered,
  },
]

export const executionRows: readonly OptionRow[] = [
  {
    path: 'execution.partition',
    given: () => ({
      execution: {
        partition: {
          name: 'one-worker',
          plan: (_workers: number, round: number, ids: readonly string[]) =>
            dataParallel().plan(1, round, ids),
        },
      },
    }),
    refused: { serial: 'unhonoured-option' },
    see: ({ result }) => result.rollouts,
  },
  {
    path: 'execution.maxWorkerErrors',
    both: () => ({ run: () => Promise.reject(new Error('down')) }),
    given: () => ({ execution: { maxWorkerErrors: 1 } }),
    see: ({ result }) => result.calls,
  },
]
