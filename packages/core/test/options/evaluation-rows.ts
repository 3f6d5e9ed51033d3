import { landscape, ruleOf } from '../evolve/landscape.ts'
import type { Task } from '../../src/index.ts'
import type { Given, OptionRow } from './option-bench.ts'

const { run } = landscape({ kinds: 2, tasks: 20 }).options
const slow = (): Given => ({ artifact: { blastRadius: 0.9 } })

/** The rules help on training tasks alone: every candidate ties on the held-out ones. */
const tied = (): Given => ({
  run: (rendered: string, task: Task) => (Number(task.id.slice(1)) < 12 ? run(rendered, task) : 'wrong'),
})

export const artifactRows: readonly OptionRow[] = [
  {
    path: 'artifact.id',
    given: () => ({ artifact: { id: 'prompt' } }),
    see: ({ result }) => result.artifact,
  },
  {
    path: 'artifact.initial',
    given: () => ({ artifact: { initial: { first: ruleOf(0) } } }),
    see: ({ result }) => result.initialReward,
  },
  {
    path: 'artifact.blastRadius',
    both: tied,
    given: () => ({ artifact: { blastRadius: 0.9 } }),
    see: ({ result }) => result.outcomes(),
  },
  {
    path: 'artifact.editable',
    given: () => ({ artifact: { editable: ['notes/**'] } }),
    see: ({ result }) => result.proposals.map(({ verdict }) => verdict),
  },
  {
    path: 'artifact.frozen',
    given: () => ({ artifact: { frozen: ['rule-*'] } }),
    see: ({ result }) => result.proposals.map(({ verdict }) => verdict),
  },
]

const evaluated = (evaluation: object) => (): Given => ({ evaluation })

export const evaluationRows: readonly OptionRow[] = [
  {
    path: 'evaluation.heldOutFraction',
    given: evaluated({ heldOutFraction: 0.25 }),
    see: ({ result }) => result.finalRows.length,
  },
  {
    path: 'evaluation.shuffle',
    given: evaluated({ shuffle: true }),
    see: ({ result }) => result.finalRows.map(({ task }) => task),
  },
  { path: 'evaluation.concurrency', given: evaluated({ concurrency: 1 }), see: ({ peak }) => peak },
  {
    path: 'evaluation.sampleSize',
    given: evaluated({ sampleSize: 1 }),
    see: ({ result }) => result.cost.cacheHits,
  },
  {
    path: 'evaluation.trials',
    given: evaluated({ trials: 2 }),
    see: ({ result }) => result.finalRows.map(({ trial }) => trial),
  },
  {
    path: 'evaluation.oracle',
    both: slow,
    given: evaluated({ oracle: () => 0.5 }),
    see: ({ result }) => result.outcomes(),
  },
  {
    path: 'evaluation.oracleCalls',
    both: () => ({ ...slow(), evaluation: { oracle: () => 0.5 } }),
    given: evaluated({ oracleCalls: 0 }),
    see: ({ result }) => result.outcomes(),
  },
  {
    path: 'evaluation.solvedAt',
    both: () => ({ reward: (_task: Task, output: string) => (output === 'right' ? 1 : 0.5) }),
    given: evaluated({ solvedAt: 0.4 }),
    see: ({ result }) => result.cost.proposeCalls,
  },
  {
    path: 'evaluation.selfVerify',
    given: evaluated({ selfVerify: false }),
    see: ({ result }) => result.cost.selfVerifyCalls,
  },
  {
    path: 'evaluation.evaluator',
    given: evaluated({ evaluator: 'exact, sandbox 3' }),
    see: ({ result }) => result.finalRows.map(({ evaluator }) => evaluator),
  },
  {
    path: 'evaluation.cache',
    given: () => {
      const stored = { score: { reward: 0, metrics: {} }, hit: true }
      return { evaluation: { cache: { has: async () => true, getOrMeasure: async () => stored } } }
    },
    see: ({ result }) => result.finalReward,
  },
]
