import { describe, expect, test } from 'vitest'
import type { MergeKernel, TextSides } from '@agentdescent/merge-native'
import { kernelsHere } from './kernels-here.ts'

const equalLines = { base: lines(4000), ours: lines(4010), theirs: lines(3990) }
const newlines = {
  base: Buffer.from('\n'.repeat(28_000)),
  ours: Buffer.from(`x\n${'\n'.repeat(28_000)}`),
  theirs: Buffer.from(`${'\n'.repeat(27_990)}y\n`),
}

describe.each(kernelsHere())('the $name kernel', (kernel) => {
  test.each([
    { name: '4,000 equal lines', count: 4000, sides: equalLines },
    { name: '28 KB of newlines', count: 28_000, sides: newlines },
  ])('merges $name in at most ten steps a line', ({ count, sides }) => {
    expect(stepsOf(kernel, sides)).toBeLessThanOrEqual(10 * count)
  })

  test('takes at most 500 times the steps for 100 times the lines', () => {
    const [short, long] = [stepsOf(kernel, edited(300)), stepsOf(kernel, edited(30_000))]
    expect(long / short).toBeLessThanOrEqual(500)
  })

  test('takes steps in proportion to the lines where nothing is alike in order', () => {
    const [short, long] = [stepsOf(kernel, shuffled(2000)), stepsOf(kernel, shuffled(20_000))]
    expect(long / short).toBeLessThanOrEqual(20)
  })
})

function lines(count: number): Buffer {
  return Buffer.from('a\n'.repeat(count))
}

/** A text of which each side changed five lines. */
function edited(count: number): TextSides {
  const changed = (offset: number): Buffer =>
    Buffer.from(
      Array.from({ length: count }, (_, at) => `${at % (count / 5) === offset ? 'new' : 'old'} ${at}\n`).join(
        '',
      ),
    )
  return { base: changed(-1), ours: changed(1), theirs: changed(30) }
}

/** Four letters in an order without a pattern, another one on each side. */
function shuffled(count: number): TextSides {
  const letters = (factor: number): Buffer =>
    Buffer.from(
      Array.from({ length: count }, (_, at) => `${(Math.imul(at + factor, 0x9e3779b1) >>> 13) % 4}\n`).join(
        '',
      ),
    )
  return { base: letters(1), ours: letters(77), theirs: letters(12_345) }
}

function stepsOf(kernel: MergeKernel, sides: TextSides): number {
  let maxSteps = 100
  for (;;) {
    const merge = kernel.mergeText(sides, { granularity: 'line', maxSteps })
    if (merge.outcome !== 'too-large') return maxSteps
    maxSteps = Math.ceil(maxSteps * 1.5)
  }
}
