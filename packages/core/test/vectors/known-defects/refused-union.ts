import { mergeBucket } from '../../../src/merge/pipeline.ts'
import { cardOf } from '../../../src/testing/evidence-fixtures.ts'
import { mergeBench } from '../../merge/merge-bench.ts'
import { itemsOf, solvedShare } from '../../merge/solved-share.ts'

interface Input {
  /** Held-out items per key; one is solved by the value `good`. */
  readonly held_out: Readonly<Record<string, number>>
  readonly state: Readonly<Record<string, string>>
  readonly diffs: readonly { readonly ops: Readonly<Record<string, string | null>> }[]
}

/** "a rejected union takes its good members with it" */
export async function replay(input: Input): Promise<{ state: Record<string, string> }> {
  const pairs = Object.entries(input.held_out).flatMap(([key, count]) =>
    Array.from({ length: count }, () => [key, 'good'] as const),
  )
  const bench = await mergeBench({
    state: Object.entries(input.state),
    verifier: solvedShare(itemsOf(pairs)),
  })
  const cards = input.diffs.map(({ ops }, index) => cardOf(`c${index}`, Object.entries(ops)))
  await mergeBucket(bench.id, cards, bench.context)
  const { state } = await bench.context.ledger.get(bench.id)
  return { state: Object.fromEntries(state) }
}
