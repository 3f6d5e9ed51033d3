import { expect, test } from 'vitest'
import { DeltaBases } from './delta-bases.ts'

const MIB = 2 ** 20

test('keeps 16 MiB at most, and of a chain that is longer the end which was reached last', () => {
  const bases = new DeltaBases()
  const places = Array.from({ length: 40 }, (_, at) => `pack ${at}`)
  for (const place of places) bases.remember(place, { type: 'blob', body: Buffer.alloc(MIB) })
  const held = places.filter((place) => bases.get(place) !== undefined)
  expect(held).toEqual(places.slice(-15))
  bases.remember('pack too large', { type: 'blob', body: Buffer.alloc(17 * MIB) })
  expect(bases.get('pack too large')).toBeUndefined()
})

test('counts an object once that is remembered twice', () => {
  const bases = new DeltaBases()
  const object = { type: 'blob', body: Buffer.alloc(9 * MIB) } as const
  bases.remember('pack 1', object)
  bases.remember('pack 1', object)
  expect(bases.get('pack 1')).toBe(object)
})
