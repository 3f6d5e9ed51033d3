import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { Granularity, MergeKernel, TextMerge, TextSides } from '@agentdescent/merge-native'
import { kernelsHere } from './kernels-here.ts'
import { shownMerge } from './shown-merge.ts'

const granularity = fc.constantFrom<Granularity[]>('line', 'prose')
const piece = fc.constantFrom(
  'a\n',
  'b\n',
  'c\n',
  '\n',
  'a\r\n',
  'b\r',
  'one two. ',
  'two three! ',
  'x ',
  'é。',
  '\0',
)
const pieces = fc.array(piece, { maxLength: 12 }).map((list) => Buffer.from(list.join('')))
const text = fc.oneof(
  { weight: 4, arbitrary: pieces },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }) },
)
const utf8Texts = fc.record({ base: pieces, ours: pieces, theirs: pieces })
const turnedSides = fc.record({ sides: fc.array(text, { maxLength: 5 }), turn: fc.nat() })
const texts = fc.record({ base: text, ours: text, theirs: text })

describe.each(kernelsHere())('the $name kernel', (kernel) => {
  test.prop([texts, granularity])('takes the side that changed, when only one did', ({ base, ours }, by) => {
    const answer = { outcome: 'clean', text: latin1(ours) }
    expect(merged(kernel, { base, ours, theirs: base }, by)).toEqual(answer)
    expect(merged(kernel, { base, ours: base, theirs: ours }, by)).toEqual(answer)
    expect(merged(kernel, { base, ours, theirs: ours }, by)).toEqual(answer)
  })

  test.prop([texts, granularity])(
    'swaps the sides of its conflicts when ours and theirs swap',
    (sides, by) => {
      const { base, ours, theirs } = sides
      const swapped = kernel.mergeText({ base, ours: theirs, theirs: ours }, { granularity: by })
      expect(shownMerge(swapSides(swapped))).toEqual(merged(kernel, sides, by))
    },
  )

  test.prop([texts])('loses no line that one side added, and invents none', (sides) => {
    const merge = kernel.mergeText(sides, { granularity: 'line' })
    if (merge.outcome !== 'clean') return
    const counts = [merge.text, sides.base, sides.ours, sides.theirs].map(countLines)
    const [result = new Map(), base = new Map(), ours = new Map(), theirs = new Map()] = counts
    for (const [line, count] of ours)
      if (!base.has(line) && !theirs.has(line)) expect(result.get(line), line).toBe(count)
    for (const line of result.keys())
      expect(base.has(line) || ours.has(line) || theirs.has(line), line).toBe(true)
  })

  test.prop([texts, granularity])(
    'reports a conflict exactly where sides differ from each other',
    (sides, by) => {
      const merge = kernel.mergeText(sides, { granularity: by })
      if (merge.outcome !== 'conflict') return
      const { regions } = merge
      expect(regions.some(({ kind }) => kind === 'conflict')).toBe(true)
      for (const [index, region] of regions.entries())
        if (region.kind === 'merged') {
          expect(region.text.length).toBeGreaterThan(0)
          expect(regions[index + 1]?.kind).not.toBe('merged')
        } else expect(latin1(region.sides[0])).not.toBe(latin1(region.sides[1]))
    },
  )

  test.prop([text, turnedSides, granularity])(
    'merges many sides the same whatever their order and repetition',
    (base, { sides, turn }, by) => {
      const cut = sides.length === 0 ? 0 : turn % sides.length
      const others = [...sides.slice(cut), ...sides.slice(0, cut), ...sides.slice(cut), base].toReversed()
      const answer = shownMerge(kernel.mergeMany(base, sides, { granularity: by }))
      expect(shownMerge(kernel.mergeMany(base, others, { granularity: by }))).toEqual(answer)
    },
  )

  test.prop([texts, granularity])('merges two sides as it merges many', (sides, by) => {
    const many = kernel.mergeMany(sides.base, [sides.ours, sides.theirs], { granularity: by })
    const isSorted = Buffer.compare(sides.ours, sides.theirs) <= 0
    const two = kernel.mergeText(sides, { granularity: by })
    expect(shownMerge(isSorted ? two : swapSides(two))).toEqual(shownMerge(many))
  })

  test.prop([utf8Texts, granularity])('merges UTF-8 to UTF-8', (sides, by) => {
    const merge = kernel.mergeText(sides, { granularity: by })
    const parts = merge.outcome === 'clean' ? [merge.text] : allTexts(merge)
    for (const part of parts)
      expect(() => new TextDecoder('utf-8', { fatal: true }).decode(part)).not.toThrow()
  })
})

function merged(kernel: MergeKernel, sides: TextSides, by: Granularity): unknown {
  return shownMerge(kernel.mergeText(sides, { granularity: by }))
}

function swapSides(merge: TextMerge): TextMerge {
  if (merge.outcome !== 'conflict') return merge
  const regions = merge.regions.map((region) =>
    region.kind === 'merged' ? region : { ...region, sides: region.sides.toReversed() },
  )
  return { ...merge, regions }
}

function allTexts(merge: TextMerge): Uint8Array[] {
  if (merge.outcome !== 'conflict') return []
  return merge.regions.flatMap((region) =>
    region.kind === 'merged' ? region.text : [region.base, ...region.sides],
  )
}

function countLines(bytes: Uint8Array): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of latin1(bytes).match(/[^\r\n]*(?:\r\n|\n|\r|$)/g) ?? [])
    counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}

function latin1(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('latin1')
}
