import { HeldOutVerifier } from '../../src/evaluation/held-out-verifier.ts'
import type { CellScorer } from '../../src/evaluation/held-out-scorer.ts'
import { BudgetedOracle } from '../../src/governance/budgeted-oracle.ts'
import { stateOf } from '../../src/model/artifact.ts'
import { meanReward, tallyOf } from '../../src/model/measurement.ts'
import { Meter } from '../../src/runtime/meter.ts'
import { Random } from '../../src/runtime/random.ts'
import { rowOf } from './fixtures.ts'

export interface VerifierInput {
  readonly held_out: number
  readonly rule_subset: number
  readonly score_by_number_of_items: Readonly<Record<string, number>>
  readonly oracle_budget: number
  readonly script: readonly ('rule' | 'learned' | 'cheap' | 'counts' | 'oracle')[]
}

export async function replay(input: VerifierInput): Promise<unknown> {
  const state = stateOf([])
  const verifier = new HeldOutVerifier({
    scorer: scorerByCount(input.score_by_number_of_items),
    heldOut: Array.from({ length: input.held_out }, (_, index) => ({ id: `t${index}`, prompt: '' })),
    render: () => '',
    random: Random.seeded(0),
    sampleSize: input.rule_subset,
  })
  const oracle = new BudgetedOracle(
    async (asked) => meanReward(await verifier.measure(asked)),
    input.oracle_budget,
  )
  const results: unknown[] = []
  for (const step of input.script) results.push(await priceAt(step, { verifier, oracle, state }))
  return { results, oracle_used: oracle.used, oracle_left: oracle.left }
}

interface Prices {
  readonly verifier: HeldOutVerifier
  readonly oracle: BudgetedOracle
  readonly state: ReturnType<typeof stateOf>
}

/** The vectors let the small sample stand in for a spent oracle; the oracle itself answers nothing then. */
async function priceAt(
  step: VerifierInput['script'][number],
  { verifier, oracle, state }: Prices,
): Promise<unknown> {
  switch (step) {
    case 'rule':
      return verifier.smallSample(state)
    case 'learned':
      return [await verifier.largeSample(state), verifier.uncertainty]
    case 'cheap':
      return verifier.estimate(state)
    case 'counts': {
      const { successes, failures } = tallyOf(await verifier.measure(state))
      return [successes, failures]
    }
    case 'oracle':
      return (await oracle.consult(state)) ?? verifier.smallSample(state)
    default:
      return step satisfies never
  }
}

function scorerByCount(scores: Readonly<Record<string, number>>): CellScorer {
  return {
    concurrency: 8,
    meter: new Meter(),
    score: async ({ cells }) =>
      cells.map(({ task }) => rowOf({ task: task.id, reward: scores[cells.length] ?? Number.NaN })),
  }
}
