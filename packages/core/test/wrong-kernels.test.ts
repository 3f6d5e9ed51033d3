import { expect, test } from 'vitest'
import { kernelContract } from '../../merge-native/test/kernel-contract.ts'
import { mergeKernel } from '../src/runtime/merge-kernel.ts'
import type { MergeKernel } from '../src/runtime/merge-kernel.ts'
import * as wrongKernels from '../src/testing/wrong/kernels.ts'

test('the kernel suite accepts the kernel of this process', () => {
  expect(failedChecks(mergeKernel)).toEqual([])
})

test.each(Object.entries(wrongKernels))('the kernel suite rejects %s', (_, kernel) => {
  expect(failedChecks(kernel)).not.toEqual([])
})

function failedChecks(kernel: MergeKernel): string[] {
  return kernelContract().flatMap(({ name, run }) => {
    try {
      run(kernel)
      return []
    } catch {
      return [name]
    }
  })
}
