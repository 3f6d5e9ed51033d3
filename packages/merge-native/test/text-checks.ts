import assert from 'node:assert/strict'
import type { Granularity, MergeKernel, StringMerge } from '@agentdescent/merge-native'
import type { KernelCheck } from './kernel-contract.ts'
import { readCases } from './read-fixture.ts'
import { shownMerge } from './shown-merge.ts'

interface TextCase {
  readonly name: string
  readonly granularity: Granularity
  readonly base: string
  readonly ours: string
  readonly theirs: string
  readonly expected: unknown
}

interface ManyCase extends Omit<TextCase, 'ours' | 'theirs'> {
  readonly sides: readonly string[]
}

/** What a kernel's merges of texts must do. */
export function textChecks(): KernelCheck[] {
  return [
    ...[...readCases<TextCase>('text/lines.json'), ...readCases<TextCase>('text/prose.json')].map(checkOfTwo),
    ...readCases<ManyCase>('text/many.json').map(checkOfMany),
    { name: 'gives up after the steps that it was allowed', run: givesUp },
    { name: 'answers in memory of its own', run: ownsItsAnswers },
  ]
}

function checkOfTwo({ name, granularity, expected, ...texts }: TextCase): KernelCheck {
  return {
    name: `merges by ${granularity}: ${name}`,
    run: (kernel) => {
      const [base, ours, theirs] = [bytesOf(texts.base), bytesOf(texts.ours), bytesOf(texts.theirs)]
      assert.deepEqual(
        shownMerge(kernel.mergeText({ base, ours, theirs }, { granularity }), 'utf8'),
        expected,
      )
      assert.deepEqual(shownStrings(kernel.mergeStrings(texts, { granularity })), expected)
    },
  }
}

function checkOfMany({ name, granularity, expected, base, sides }: ManyCase): KernelCheck {
  return {
    name: `merges many sides: ${name}`,
    run: (kernel) => {
      for (const order of [sides, sides.toReversed(), [...sides.slice(1), ...sides.slice(0, 1)]]) {
        const merge = kernel.mergeMany(bytesOf(base), order.map(bytesOf), { granularity })
        assert.deepEqual(shownMerge(merge, 'utf8'), expected)
      }
    },
  }
}

function givesUp(kernel: MergeKernel): void {
  const sides = { base: bytesOf('a\nb\nc\n'), ours: bytesOf('b\nc\na\n'), theirs: bytesOf('c\na\nb\n') }
  const merge = kernel.mergeText(sides, { granularity: 'line', maxSteps: 10 })
  assert.deepEqual(merge, { outcome: 'too-large', steps: 16 })
  assert.equal(kernel.mergeText(sides, { granularity: 'line', maxSteps: 1000 }).outcome, 'conflict')
}

function ownsItsAnswers(kernel: MergeKernel): void {
  const [base, ours, theirs] = [bytesOf('a\nb\nc\n'), bytesOf('A\nb\nc\n'), bytesOf('a\nb\nC\n')]
  const merges = [
    kernel.mergeText({ base, ours, theirs }, { granularity: 'line' }),
    kernel.mergeText({ base, ours: base, theirs }, { granularity: 'line' }),
    kernel.mergeMany(base, [ours, bytesOf('x\nb\nc\n')], { granularity: 'line' }),
  ]
  const before = merges.map((merge) => shownMerge(merge))
  for (const text of [base, ours, theirs]) text.fill(0)
  assert.deepEqual(
    merges.map((merge) => shownMerge(merge)),
    before,
  )
}

/** A merge of strings in the notation of the fixtures. */
function shownStrings(merge: StringMerge): unknown {
  if (merge.outcome !== 'conflict') return merge
  const regions = merge.regions.map((region) =>
    region.kind === 'merged' ? region.text : { base: region.base, sides: region.sides },
  )
  return { outcome: merge.outcome, regions }
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
