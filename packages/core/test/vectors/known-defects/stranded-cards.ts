import { Intake } from '../../../src/merge/intake.ts'
import { cardOf, diffOf } from '../fixtures.ts'

export interface StrandedInput {
  readonly batch_trigger: number
  readonly max_wait_rounds: number
  readonly cards: number
  readonly rounds: number
}

/** "cards below the batch size are stranded at the end" */
export function replay(input: StrandedInput): { pending_after_run: number } {
  const intake = new Intake({ batchTrigger: input.batch_trigger, maxWaitRounds: input.max_wait_rounds })
  for (let card = 0; card < input.cards; card++) intake.add(cardOf(`c${card}`, diffOf([])))
  for (let round = 0; round < input.rounds; round++) {
    intake.tick()
    for (const bucket of intake.ready()) intake.drain(bucket)
  }
  const flushed = intake.waiting().flatMap((bucket) => intake.drain(bucket))
  if (flushed.length !== input.cards) throw new Error(`The flush returned ${flushed.length} cards.`)
  return { pending_after_run: intake.pending }
}
