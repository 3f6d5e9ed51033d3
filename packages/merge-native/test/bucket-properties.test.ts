import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import type { BucketMerge, KeyedEdits, MergeKernel } from '@agentdescent/merge-native'
import { kernelsHere } from './kernels-here.ts'

const key = fc.constantFrom('role', 'tone', '__proto__', 'constructor', '10', '9', '\u{1F600}', '\uE000')
const value = fc.constantFrom('a. b. c.', 'A. b. c.', 'a. b. C.', 'x', '', null)
const edits = fc.array(fc.tuple(key, value), { maxLength: 5 }).map((entries): KeyedEdits => new Map(entries))
const bucket = fc.array(edits, { maxLength: 7 })
const base = new Map([
  ['role', 'a. b. c.'],
  ['__proto__', 'a. b. c.'],
])

describe.each(kernelsHere())('the $name kernel', (kernel) => {
  test.prop([bucket])('puts each edited key in the union or among the contested ones', (diffs) => {
    const { union, contested } = passOver(kernel, diffs)
    const edited = new Set(diffs.flatMap((diff) => [...diff.keys()]))
    expect([...union.keys(), ...contested.map((each) => each.key)].toSorted()).toEqual([...edited].toSorted())
  })

  test.prop([bucket])('contests exactly the keys to which two diffs give different values', (diffs) => {
    const { union, contested } = passOver(kernel, diffs)
    for (const [name, edit] of union)
      for (const diff of diffs) if (diff.has(name)) expect(diff.get(name)).toBe(edit)
    for (const { key: name, variants } of contested) {
      expect(variants.length).toBeGreaterThan(1)
      expect(new Set(variants.map((variant) => variant.value)).size).toBe(variants.length)
      for (const variant of variants)
        for (const place of variant.diffs) expect(diffs[place]?.get(name)).toBe(variant.value)
    }
  })

  test.prop([bucket, fc.nat()])('gives the same bytes whatever the order of the diffs', (diffs, turn) => {
    const cut = diffs.length === 0 ? 0 : turn % diffs.length
    const turned = [...diffs.slice(cut), ...diffs.slice(0, cut)].toReversed()
    expect(withoutPlaces(passOver(kernel, turned))).toEqual(withoutPlaces(passOver(kernel, diffs)))
  })

  test.prop([bucket])('counts a diff that comes twice once', (diffs) => {
    const once = passOver(kernel, diffs)
    const twice = passOver(kernel, [...diffs, ...diffs])
    expect(withoutPlaces(twice)).toEqual(withoutPlaces(once))
    expect(twice.duplicates.flat().toSorted((left, right) => left - right)).toEqual(
      [...diffs, ...diffs].map((_, place) => place),
    )
  })

  test.prop([bucket])('never takes an edit against a deletion for settled', (diffs) => {
    for (const { variants, merge } of passOver(kernel, diffs).contested)
      if (variants.some((variant) => variant.value === null))
        expect(['edit-against-delete', 'without-base']).toContain(merge.outcome)
  })
})

function passOver(kernel: MergeKernel, diffs: readonly KeyedEdits[]): BucketMerge {
  const packed = diffs.map((diff) => kernel.pack(diff))
  return kernel.unionBucket(packed, base, { granularityOf: () => 'prose' })
}

function withoutPlaces({ union, contested }: BucketMerge): unknown {
  return [
    [...union],
    contested.map(({ key: name, variants, merge }) => [
      name,
      variants.map((variant) => variant.value),
      merge,
    ]),
  ]
}
