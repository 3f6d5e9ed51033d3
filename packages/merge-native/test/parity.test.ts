import { appendFileSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { expect, test } from 'vitest'
import { typescriptKernel } from '@agentdescent/merge-native'
import type { MergeKernel, StringSides, TextSides } from '@agentdescent/merge-native'
import { CaseShares } from './case-shares.ts'
import { kernelsHere } from './kernels-here.ts'
import { randomCase } from './random-cases.ts'
import { shownMerge } from './shown-merge.ts'

const count = Number(process.env['AGENTDESCENT_PARITY_CASES'] ?? 2000)
const first = Number(process.env['AGENTDESCENT_PARITY_SEED'] ?? 0)
const report = process.env['AGENTDESCENT_PARITY_REPORT']
/** Enough for a machine that is busy with other things. */
const timeout = Math.max(60_000, 6 * count)

/** Seeds that once told two kernels apart; every run tries them again. */
const { seeds }: { seeds: readonly number[] } = JSON.parse(
  readFileSync(new URL('../../../fixtures/merge/parity-seeds.json', import.meta.url), 'utf8'),
)
const tried = [...seeds, ...Array.from({ length: count }, (_, index) => first + index)]

for (const kernel of kernelsHere().filter(({ name }) => name !== 'typescript'))
  test(
    `the ${kernel.name} kernel answers ${count} cases as the TypeScript kernel does, regions and steps included`,
    () => {
      for (const seed of tried)
        expect(answers(kernel, seed), `seed ${seed}`).toBe(answers(typescriptKernel, seed))
    },
    timeout,
  )

test(
  'the cases try clean merges, conflicts, repeated lines and the prose pass often enough',
  () => {
    const shares = new CaseShares(typescriptKernel)
    for (const seed of tried) shares.count(randomCase(seed))
    if (report !== undefined) appendFileSync(report, `${shares}\n`)
    expect(shares.failures(), String(shares)).toEqual([])
  },
  timeout,
)

/** The answers of a kernel to a case: as it is, with its texts in other places, and with steps that may not suffice. */
function answers(kernel: MergeKernel, seed: number): string {
  const { base, ours, theirs, granularity } = randomCase(seed)
  const maxSteps = 1 + (seed % 400)
  return JSON.stringify([
    shownMerge(kernel.mergeText({ base, ours, theirs }, { granularity })),
    shownMerge(kernel.mergeMany(ours, [theirs, base, ours], { granularity })),
    shownMerge(kernel.mergeText({ base: theirs, ours, theirs: base }, { granularity, maxSteps })),
    kernel.mergeStrings(stringsOf({ base, ours, theirs }), { granularity }),
  ])
}

/** The texts as strings; what is no UTF-8 becomes a replacement character, the same for every kernel. */
function stringsOf({ base, ours, theirs }: TextSides): StringSides {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return { base: decoder.decode(base), ours: decoder.decode(ours), theirs: decoder.decode(theirs) }
}
