import { evolve, synchronous } from '../../../src/index.ts'
import { goldenRun } from '../../evolve/golden-options.ts'

export interface StrandedInput {
  readonly batch_trigger: number
  readonly max_wait_rounds: number
  readonly cards: number
  readonly rounds: number
}

/** "cards below the batch size are stranded at the end": as many workers as it takes propose in every round. */
export async function replay(input: StrandedInput): Promise<{ pending_after_run: number }> {
  const { options } = goldenRun()
  let proposed = 0
  const result = await evolve({
    ...options,
    propose: () => `Another rule, number ${proposed++}.`,
    workers: input.cards / input.rounds,
    scheduler: synchronous({ rounds: input.rounds }),
    merge: { batchSize: input.batch_trigger, maxWaitRounds: input.max_wait_rounds },
  })
  const merged = result.history.reduce((sum, { considered }) => sum + considered, 0)
  if (result.proposals.length !== input.cards || merged > 0)
    throw new Error(`${result.proposals.length} cards came in, and ${merged} were merged before the end.`)
  return { pending_after_run: result.proposals.filter(({ verdict }) => verdict === 'pending').length }
}
