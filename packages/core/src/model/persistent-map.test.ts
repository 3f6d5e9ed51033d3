import { test as property } from '@fast-check/vitest'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PersistentMap } from './persistent-map.ts'

const key = fc.oneof(
  fc.constantFrom('a', 'b', '__proto__', 'constructor', '10', '9'),
  fc.string({ unit: 'binary' }),
)
const edits = fc.array(fc.tuple(key, fc.option(fc.string({ unit: 'binary' }))), { maxLength: 60 })

function apply(entries: Iterable<readonly [string, string | null]>): PersistentMap {
  let map = PersistentMap.empty
  for (const [name, value] of entries) map = map.with(name, value)
  return map
}

property.prop([edits])('holds what a Map holds after the same edits', (list) => {
  const oracle = new Map<string, string>()
  for (const [name, value] of list)
    if (value === null) oracle.delete(name)
    else oracle.set(name, value)
  const map = apply(list)
  expect(map.size).toBe(oracle.size)
  expect(new Map(map)).toEqual(oracle)
  for (const [name] of list) expect(map.get(name)).toBe(oracle.get(name))
})

property.prop([edits])('has one shape for one content, whatever the order of the edits', (list) => {
  const map = apply(list)
  expect(PersistentMap.from([...map].toReversed()).root).toEqual(map.root)
})

property.prop([edits, edits])('names exactly the keys in which two maps differ', (left, right) => {
  const [ours, theirs] = [apply(left), apply([...left, ...right])]
  const named: string[] = []
  ours.differences(theirs, (name) => named.push(name))
  const expected = [...new Set([...ours.keys(), ...theirs.keys()])].filter(
    (name) => ours.get(name) !== theirs.get(name),
  )
  expect(named.toSorted()).toEqual(expected.toSorted())
})

test('keys whose hashes collide keep their own values', () => {
  const [first, second] = collidingKeys()
  const map = PersistentMap.from([
    [first, '1'],
    [second, '2'],
  ])
  expect([map.get(first), map.get(second), map.size]).toEqual(['1', '2', 2])
  expect(map.with(first, null).root).toEqual(PersistentMap.from([[second, '2']]).root)
})

test('one edit of 10,000 keys makes at most five new nodes', () => {
  const large = PersistentMap.from(Array.from({ length: 10_000 }, (_, index) => [`key-${index}`, 'text']))
  const old = new Set(nodesOf(large.root))
  const fresh = nodesOf(large.with('key-77', 'other').root).filter((node) => !old.has(node))
  expect(fresh.length).toBeLessThanOrEqual(5)
})

function nodesOf(node: unknown): unknown[] {
  const children = typeof node === 'object' && node !== null && 'children' in node ? node.children : []
  return [node, ...(Array.isArray(children) ? children.flatMap(nodesOf) : [])]
}

/** Searches two keys with equal hashes through the map's own leaves, by the birthday bound. */
function collidingKeys(): [string, string] {
  const seen = new Map<number, string>()
  for (let count = 0; ; count++) {
    const name = `k${count}`
    const hash = hashOf(name)
    const other = seen.get(hash)
    if (other !== undefined) return [other, name]
    seen.set(hash, name)
  }
}

function hashOf(name: string): number {
  for (let node: unknown = PersistentMap.from([[name, 'x']]).root; ; ) {
    if (typeof node !== 'object' || node === null) throw new Error('no leaf')
    if ('hash' in node && typeof node.hash === 'number') return node.hash
    node = 'children' in node && Array.isArray(node.children) ? node.children[0] : undefined
  }
}
