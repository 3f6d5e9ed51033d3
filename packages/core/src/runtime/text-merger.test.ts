import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test as property } from '@fast-check/vitest'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stateOf } from '../model/artifact.ts'
import { diffOf } from '../testing/evidence-fixtures.ts'
import { createMergeOffload, mergeKernel, type MergeOffload } from './merge-kernel.ts'
import { textMerger } from './text-merger.ts'

/** Takes everything, however small, and answers a timer later. */
function eagerOffload(): MergeOffload & { asked: number } {
  const later = <Value>(value: Value): Promise<Value> =>
    new Promise((resolve) => setTimeout(() => resolve(value), 1))
  return {
    asked: 0,
    isWorthIt: () => true,
    mergeText(sides, options) {
      this.asked++
      return later(mergeKernel.mergeText(sides, options))
    },
    mergeMany(base, sides, options) {
      this.asked++
      return later(mergeKernel.mergeMany(base, sides, options))
    },
    close: async () => undefined,
  }
}

const line = fc.constantFrom('one. ', 'two. ', 'three.\n', 'four\n', 'five ')
const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join(''))

property.prop([text, fc.array(text, { minLength: 1, maxLength: 4 })], { numRuns: 40 })(
  'a bucket comes to the same with an offload and without',
  async (base, sides) => {
    const state = stateOf([['doc', base]])
    const diffs = sides.map((side, index) => diffOf(`d${index}`, [['doc', side]]))
    const isProse = (): boolean => true
    const here = await textMerger({ isProse }).mergeBucket(diffs, state)
    const there = await textMerger({ isProse, offload: eagerOffload() }).mergeBucket(diffs, state)
    expect(there).toEqual(here)
  },
)

test('only what is worth it leaves the thread', async () => {
  const offload = { ...eagerOffload(), isWorthIt: (bytes: number) => bytes > 1000 }
  const merger = textMerger({ offload })
  const versions = (size: number) => {
    const base = 'line\n'.repeat(size)
    return { base, ours: `first\n${base}`, theirs: `${base}last\n` }
  }
  await merger.merge('doc', versions(3))
  expect(offload.asked).toBe(0)
  expect(await merger.merge('doc', versions(300))).toBe(`first\n${'line\n'.repeat(300)}last\n`)
  expect(offload.asked).toBe(1)
})

test('the loop is free for all but 50 ms while diffs of 100,000 lines are merged', async () => {
  const offload = createMergeOffload()
  const linesWith = (offset: number): string =>
    Array.from(
      { length: 100_000 },
      (_, at) => `${offset > 0 && at % 1000 === offset ? 'new' : 'old'} line ${at}\n`,
    ).join('')
  const state = stateOf([['doc', linesWith(0)]])
  const diffs = [7, 11].map((offset) => diffOf(`d${offset}`, [['doc', linesWith(offset)]]))
  const merger = textMerger({ offload })
  // Hashes both diffs, as when they arrive.
  await merger.mergeBucket(diffs, stateOf([]))
  const delays: number[] = []
  for (let attempt = 0; attempt < 5; attempt++) {
    const monitor = monitorEventLoopDelay({ resolution: 5 })
    monitor.enable()
    const { contested } = await merger.mergeBucket(diffs, state)
    monitor.disable()
    expect(contested.map(({ merge }) => merge.outcome)).toEqual(['clean'])
    delays.push(monitor.max / 1e6)
  }
  await offload.close()
  expect(Math.min(...delays)).toBeLessThanOrEqual(50)
}, 60_000)

test('a byte order mark and characters cut by a region come back as they were', async () => {
  const base = '\ufeffäöü€\n'
  expect(await textMerger().merge('doc', { base, ours: base, theirs: `${base}𝄞\n` })).toBe(`${base}𝄞\n`)
  const versions = { base: 'é\n', ours: 'è\n', theirs: 'ê\n' }
  expect(await textMerger({ isProse: () => true }).mergePreferringOurs('doc', versions)).toBe('è\n')
})
