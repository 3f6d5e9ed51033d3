import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import type { MergeKernel } from '../src/kernel.ts'
import { loadNative } from '../src/load-native.ts'
import { typescriptKernel } from '../src/node-typescript-kernel.ts'
import { randomCase } from './random-cases.ts'
import { shownMerge } from './shown-merge.ts'

/** Addons with one planted fault each; scripts/native-mutants.mjs builds them and sets the variable. */
const folder = process.env['AGENTDESCENT_MUTANTS'] ?? ''
const CASES = 1000
const text = new TextEncoder().encode('a\n')
const sides = { base: new Uint8Array(), ours: text, theirs: text }

describe.each(readdirSync(folder).filter((name) => name !== 'panics.node'))('the fault in %s', (name) => {
  test(`shows within ${CASES} cases`, () => {
    const kernel = kernelOf(name)
    const seeds = Array.from({ length: CASES }, (_, seed) => seed)
    const found = seeds.find((seed) => answer(kernel, seed) !== answer(typescriptKernel, seed))
    expect(found).toBeLessThan(CASES)
  })
})

describe('a panic in the addon', () => {
  const load = loadNative([join(folder, 'panics.node')])

  test('becomes an error that says so, and the process goes on', () => {
    const kernel = kernelOf('panics.node')
    const failure = expect.objectContaining({
      code: 'kernel-failed',
      message: expect.stringContaining('assertion failed'),
    })
    for (let times = 0; times < 3; times += 1)
      expect(() => kernel.mergeText(sides, { granularity: 'line' })).toThrow(failure)
    expect(kernel.stableHash(text)).toBe(typescriptKernel.stableHash(text))
  })

  test('off the thread rejects what was asked', async () => {
    if (load.outcome !== 'loaded') throw new Error(load.reason)
    await expect(load.offload.mergeText(sides, { granularity: 'line' })).rejects.toMatchObject({
      code: 'kernel-failed',
    })
    await expect(load.offload.mergeMany(text, [], { granularity: 'line' })).rejects.toMatchObject({
      code: 'kernel-failed',
    })
  })
})

function kernelOf(name: string): MergeKernel {
  const loaded = loadNative([join(folder, name)])
  if (loaded.outcome !== 'loaded') throw new Error(loaded.reason)
  return loaded.kernel
}

function answer(kernel: MergeKernel, seed: number): string {
  const { granularity, ...texts } = randomCase(seed)
  return JSON.stringify(shownMerge(kernel.mergeText(texts, { granularity })))
}
