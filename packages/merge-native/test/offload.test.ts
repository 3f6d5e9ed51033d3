import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, describe, expect, test } from 'vitest'
import { createMergeOffload, mergeKernel, typescriptKernel } from '@agentdescent/merge-native'
import type { MergeKernel, MergeOffload, TextMerge, TextSides } from '@agentdescent/merge-native'
import { WorkerOffload } from '../dist/worker-offload.js'
import { randomCase } from './random-cases.ts'
import { shownMerge } from './shown-merge.ts'

const LINE = { granularity: 'line' } as const
const longMerge = { base: linesWith(0), ours: linesWith(7), theirs: linesWith(11) }

const offloads: readonly { name: string; kernel: MergeKernel; offload: MergeOffload }[] = [
  { name: 'typescript', kernel: typescriptKernel, offload: new WorkerOffload() },
  ...(mergeKernel.name === 'native'
    ? [{ name: 'native', kernel: mergeKernel, offload: createMergeOffload() }]
    : []),
]

describe.each(offloads)('the offload of the $name kernel', ({ kernel, offload }) => {
  afterAll(() => offload.close())

  test('answers as its kernel does, whatever was asked before', async () => {
    const cases = Array.from({ length: 50 }, (_, seed) => randomCase(seed))
    const asked = cases.map((each) => offload.mergeText(each, each))
    const many = cases.map((each) => offload.mergeMany(each.base, [each.theirs, each.ours], each))
    expect((await Promise.all(asked)).map((merge) => shownMerge(merge))).toEqual(
      cases.map((each) => shownMerge(kernel.mergeText(each, each))),
    )
    expect((await Promise.all(many)).map((merge) => shownMerge(merge))).toEqual(
      cases.map((each) => shownMerge(kernel.mergeMany(each.base, [each.theirs, each.ours], each))),
    )
  })

  test('leaves the loop free for all but 50 ms while 100,000 lines are merged', async () => {
    const delays: number[] = []
    for (let attempt = 0; attempt < 5; attempt += 1) delays.push(await longestDelayDuring(offload, longMerge))
    expect(Math.min(...delays)).toBeLessThanOrEqual(50)
  }, 60_000)

  test('keeps to the texts as they were when it was asked', async () => {
    const each = { base: bytesOf('a\nb\nc\n'), ours: bytesOf('A\nb\nc\n'), theirs: bytesOf('a\nb\nC\n') }
    const asked = offload.mergeText(each, LINE)
    for (const text of Object.values(each)) text.fill(0)
    expect(shownMerge(await asked)).toEqual({ outcome: 'clean', text: 'A\nb\nC\n' })
  })

  test('refuses what its kernel refuses, and works on', async () => {
    const huge = new Uint8Array(64 * 1024 * 1024 + 1)
    const detached = new Uint8Array(8)
    structuredClone(detached.buffer, { transfer: [detached.buffer] })
    const refused: [string, Promise<TextMerge>][] = [
      ['bad-option', offload.mergeText(longMerge, { ...LINE, maxSteps: Number.NaN })],
      ['text-too-large', offload.mergeText({ ...longMerge, theirs: huge }, LINE)],
      ['text-too-large', offload.mergeMany(longMerge.base, [huge], LINE)],
      ['detached-buffer', offload.mergeText({ ...longMerge, ours: detached }, LINE)],
      ['detached-buffer', offload.mergeMany(detached, [longMerge.ours], LINE)],
    ]
    for (const [code, merge] of refused) await expect(merge).rejects.toMatchObject({ code })
    expect(await offload.mergeText(longMerge, LINE)).toMatchObject({ outcome: 'clean' })
  })

  test('is worth it for long texts alone', () => {
    expect([offload.isWorthIt(1000), offload.isWorthIt(3_000_000)]).toEqual([false, true])
  })
})

test('a thread that ends refuses what it was asked, and the next merge has another one', async () => {
  const offload = new WorkerOffload()
  const asked = offload.mergeText(longMerge, LINE)
  const refused = expect(asked).rejects.toMatchObject({ code: 'kernel-failed' })
  await offload.close()
  await refused
  expect(await offload.mergeMany(bytesOf('a'), [bytesOf('b')], LINE)).toMatchObject({ outcome: 'clean' })
  await offload.close()
})

async function longestDelayDuring(offload: MergeOffload, sides: TextSides): Promise<number> {
  const monitor = monitorEventLoopDelay({ resolution: 5 })
  monitor.enable()
  const merge = await offload.mergeText(sides, LINE)
  monitor.disable()
  expect(merge.outcome).toBe('clean')
  return monitor.max / 1e6
}

/** 100,000 lines of which every thousandth is new at an offset; none is at offset 0. */
function linesWith(offset: number): Uint8Array {
  const line = (_: unknown, at: number): string =>
    `${offset > 0 && at % 1000 === offset ? 'new' : 'old'} line ${at}\n`
  return bytesOf(Array.from({ length: 100_000 }, line).join(''))
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
