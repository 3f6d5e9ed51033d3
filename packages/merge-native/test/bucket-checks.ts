import assert from 'node:assert/strict'
import type { BucketMerge, MergeKernel } from '@agentdescent/merge-native'
import type { KernelCheck } from './kernel-contract.ts'
import { readCases } from './read-fixture.ts'
import { shownBucket } from './shown-bucket.ts'

type Entries = readonly (readonly [key: string, value: string | null])[]

interface BucketCase {
  readonly name: string
  readonly base: readonly (readonly [key: string, value: string])[]
  readonly diffs: readonly Entries[]
  readonly expected: unknown
}

/** What a kernel's pass over a bucket must do. */
export function bucketChecks(): KernelCheck[] {
  return [
    ...readCases<BucketCase>('bucket.json').map(checkOf),
    { name: 'takes values for one when their canonical forms are equal', run: takesFormsForOne },
    { name: 'says the same of a bucket whatever the order of its diffs', run: ignoresOrder },
  ]
}

function checkOf({ name, base, diffs, expected }: BucketCase): KernelCheck {
  return {
    name: `passes over a bucket: ${name}`,
    run: (kernel) => assert.deepEqual(shownBucket(passOver(kernel, diffs, base)), expected),
  }
}

function takesFormsForOne(kernel: MergeKernel): void {
  const canonical = (_: string, value: string): string => value.trim().toLowerCase()
  const packed = [
    [['tone', 'Brief']] as const,
    [['tone', ' brief ']] as const,
    [['tone', 'long']] as const,
  ].map((entries) => kernel.pack(new Map(entries), canonical))
  const same = kernel.unionBucket(packed.slice(0, 2), new Map(), { granularityOf: () => 'prose' })
  assert.deepEqual([same.union.size, same.contested.length, same.duplicates], [1, 0, [[0, 1]]])
  const { contested, union } = kernel.unionBucket(packed, new Map(), { granularityOf: () => 'prose' })
  assert.equal(union.size, 0)
  assert.deepEqual(
    contested.flatMap(({ variants }) => variants.map(({ diffs }) => diffs.length)).toSorted(),
    [1, 2],
  )
}

function ignoresOrder(kernel: MergeKernel): void {
  for (const { diffs, base } of readCases<BucketCase>('bucket.json')) {
    const there = passOver(kernel, diffs, base)
    const back = passOver(kernel, diffs.toReversed(), base)
    const renumbered = { ...back, ...renumber(back, diffs.length) }
    assert.deepEqual(shownBucket(renumbered), shownBucket(there))
  }
}

/** The contested keys and duplicates of a bucket whose diffs were given in reverse, with the places turned back. */
function renumber(
  { contested, duplicates }: BucketMerge,
  count: number,
): Pick<BucketMerge, 'contested' | 'duplicates'> {
  const turned = (places: readonly number[]): number[] =>
    places.map((place) => count - 1 - place).toSorted(byNumber)
  return {
    contested: contested.map((each) => ({
      ...each,
      variants: each.variants.map(({ value, diffs }) => ({ value, diffs: turned(diffs) })),
    })),
    duplicates: duplicates.map(turned),
  }
}

function passOver(kernel: MergeKernel, diffs: readonly Entries[], base: BucketCase['base']): BucketMerge {
  const packed = diffs.map((entries) => kernel.pack(new Map(entries)))
  return kernel.unionBucket(packed, new Map(base), {
    granularityOf: (key) => (key.endsWith('.md') ? 'prose' : 'line'),
  })
}

function byNumber(left: number, right: number): number {
  return left - right
}
