import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { typescriptKernel } from '@agentdescent/merge-native'
import { loadNative } from '../dist/load-native.js'
import { kernelContract } from './kernel-contract.ts'
import { randomCase } from './random-cases.ts'
import { shownMerge } from './shown-merge.ts'

/** An addon that was built in a special way; scripts/sanitize-native.mjs builds it and sets the variable. */
const addon = loadNative([process.env['AGENTDESCENT_ADDON'] ?? ''])
if (addon.outcome !== 'loaded') throw new Error(addon.reason)
const { kernel, offload } = addon

describe('the special addon', () => {
  test.each(kernelContract())('$name', ({ run }) => run(kernel))

  test('answers 2,000 cases as the TypeScript kernel does, on the thread and off it', async () => {
    for (let seed = 0; seed < 2000; seed += 1) {
      const each = randomCase(seed)
      const expected = shownMerge(typescriptKernel.mergeText(each, { granularity: each.granularity }))
      const merge = kernel.mergeText(each, { granularity: each.granularity })
      const elsewhere = await offload.mergeText(each, { granularity: each.granularity })
      expect([shownMerge(merge), shownMerge(elsewhere)], `seed ${seed}`).toEqual([expected, expected])
    }
  })
})
