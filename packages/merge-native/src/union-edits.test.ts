import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { UnionEdits } from './union-edits.ts'

const entries = fc.uniqueArray(fc.tuple(fc.string({ maxLength: 3 }), fc.option(fc.string())), {
  selector: ([key]) => key,
})

test.prop([entries, fc.string({ maxLength: 3 })])('reads as a map of the same edits does', (list, other) => {
  const map = new Map(list)
  const union = new UnionEdits(
    list.map(([key]) => key),
    list.map(([, value]) => value),
  )
  const visited: unknown[] = []
  union.forEach((value, key) => visited.push([key, value]))
  expect([...union]).toEqual([...map])
  expect([...union.entries()]).toEqual([...map.entries()])
  expect([...union.keys()]).toEqual([...map.keys()])
  expect([...union.values()]).toEqual([...map.values()])
  expect(visited).toEqual([...map])
  expect(union.size).toBe(map.size)
  for (const key of [other, ...map.keys()])
    expect([union.has(key), union.get(key)]).toEqual([map.has(key), map.get(key)])
})
