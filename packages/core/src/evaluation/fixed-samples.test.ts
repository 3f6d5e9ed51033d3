import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { Random } from '../runtime/random.ts'
import { FixedSamples } from './fixed-samples.ts'

const items = fc.uniqueArray(fc.nat(), { maxLength: 30 })

test.prop([items, fc.nat({ max: 40 }), fc.nat()])(
  'keeps order and holds each item once',
  (all, size, seed) => {
    const sample = new FixedSamples(all, Random.seeded(seed)).ofSize(size)
    expect(sample).toHaveLength(Math.min(size, all.length))
    expect(all.filter((item) => sample.includes(item))).toEqual(sample)
  },
)

test.prop([items, fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 })), fc.nat()])(
  'puts every smaller sample into the larger one',
  (all, [size, more], seed) => {
    const samples = new FixedSamples(all, Random.seeded(seed))
    const larger = samples.ofSize(size + more)
    expect(samples.ofSize(size).every((item) => larger.includes(item))).toBe(true)
  },
)

test.prop([items, fc.array(fc.nat({ max: 40 })), fc.nat()])(
  'gives one sample per size, whatever was asked before',
  (all, sizes, seed) => {
    const asked = new FixedSamples(all, Random.seeded(seed))
    for (const size of sizes) {
      const alone = new FixedSamples(all, Random.seeded(seed)).ofSize(size)
      expect(asked.ofSize(size)).toEqual(alone)
    }
  },
)

test('draws each item about equally often', () => {
  const drawn = Array.from({ length: 2000 }, (_, seed) =>
    new FixedSamples([0, 1, 2, 3, 4], Random.seeded(seed)).ofSize(2),
  ).flat()
  for (const item of [0, 1, 2, 3, 4]) {
    const share = drawn.filter((each) => each === item).length / drawn.length
    expect(Math.abs(share - 0.2)).toBeLessThan(0.025)
  }
})
