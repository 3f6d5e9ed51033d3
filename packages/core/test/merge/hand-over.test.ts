import { expect, test } from 'vitest'
import { fixedTrustRegion } from '../../src/governance/fixed-trust-region.ts'
import { bucketAggregator } from '../../src/merge/aggregator.ts'
import { Intake } from '../../src/merge/intake.ts'
import { mergeBucket } from '../../src/merge/pipeline.ts'
import { artifactId } from '../../src/model/ids.ts'
import type { MergeReport } from '../../src/model/report.ts'
import type { VersionVector } from '../../src/model/version.ts'
import { defaultPolicies } from '../../src/policies/default-policies.ts'
import { acceptanceThreshold } from '../../src/statistics/annealing.ts'
import { cardOf } from '../../src/testing/evidence-fixtures.ts'
import { type MergeBench, mergeBench, type MergeBenchOptions } from './merge-bench.ts'
import { itemsOf, solvedShare } from './solved-share.ts'

const items = itemsOf([
  ['a', 'good'],
  ['a', 'good'],
  ['b', 'good'],
  ['b', 'good'],
])

/** A merge bench whose head has moved past version 1 by so many commits, each of them to the key `unrelated`. */
async function benchBehind(commits: number, options: Partial<MergeBenchOptions> = {}): Promise<MergeBench> {
  const bench = await mergeBench({ state: [['a', 'bad']], verifier: solvedShare(items), ...options })
  for (let moved = 0; moved < commits; moved += 1) {
    const head = await bench.context.ledger.get(bench.id)
    const next = { ...head, state: head.state.with('unrelated', String(moved)) }
    const message = { subject: 'move the head', trailers: [] }
    await bench.context.ledger.commit([next], new Map([[bench.id, head.version]]), message)
  }
  return bench
}

test('a frozen artifact is refused before anything is measured', async () => {
  const measured: string[] = []
  const verifier = solvedShare(items)
  const bench = await benchBehind(0, {
    id: 'oracle',
    verifier: {
      ...verifier,
      measure: (state, options) => {
        measured.push('held-out')
        return verifier.measure(state, options)
      },
    },
  })
  const card = cardOf('d', [['a', 'good']])
  const target = artifactId('oracle')
  const frozen = { ...card, diff: { ...card.diff, target }, base: new Map([[target, 1]]) }
  await expect(mergeBucket(target, [frozen], bench.context)).rejects.toMatchObject({
    code: 'frozen-artifact',
  })
  expect(measured).toEqual([])
  expect((await bench.context.ledger.get(target)).version).toBe(1)
})

test('a stale card that is kept reaches the conflict rule as one made at the head', async () => {
  const bases: VersionVector[] = []
  const policies = defaultPolicies()
  const { conflict } = policies
  const bench = await benchBehind(1, {
    parts: {
      policies: {
        ...policies,
        conflict: {
          ...conflict,
          resolve: (cards, context) => {
            bases.push(...cards.map(({ base }) => base))
            return conflict.resolve(cards, context)
          },
        },
      },
    },
  })
  await mergeBucket(
    bench.id,
    [cardOf('d', [['a', 'good']], { baseValues: new Map([['a', 'bad']]) })],
    bench.context,
  )
  expect(bases.map((base) => base.get(bench.id))).toEqual([2])
})

test.each([0, 63, 200])('the gate asks more of an artifact that was committed %i times', async (commits) => {
  const bench = await benchBehind(commits)
  const card = cardOf('d', [['c', 'of no use']], { base: new Map([[artifactId('prompt'), commits + 1]]) })
  const report = await mergeBucket(bench.id, [card], bench.context)
  expect(report).toMatchObject({
    outcome: 'below-threshold',
    verdict: { threshold: acceptanceThreshold(commits + 1) },
  })
})

test('the trust region hears how every merge ended', async () => {
  const heard: MergeReport[] = []
  const trustRegion = {
    ...fixedTrustRegion(),
    observe: (reports: readonly MergeReport[]) => void heard.push(...reports),
  }
  const bench = await benchBehind(0, { parts: { trustRegion } })
  const aggregator = bucketAggregator(bench.context, new Intake())
  aggregator.ingest(cardOf('d', [['a', 'good']], { baseValues: new Map([['a', 'bad']]) }))
  const reports = await aggregator.step()
  expect(reports.map(({ outcome }) => outcome)).toEqual(['committed'])
  expect(heard).toEqual(reports)
})
