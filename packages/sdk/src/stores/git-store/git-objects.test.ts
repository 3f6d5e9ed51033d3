import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { changedIds, parseTree, sha1, treeObject } from './git-objects.ts'
import type { TreeEntry } from './git-objects.ts'

const entry: fc.Arbitrary<TreeEntry> = fc.record({
  name: fc.constantFrom('a', 'b', 'ab', 'ba', 'ä', '40000 a', 'longer'),
  kind: fc.constantFrom('file', 'directory'),
  oid: fc.constantFrom('one', 'two', 'three').map(sha1),
})
const tree = fc.uniqueArray(entry, { selector: ({ name }) => name }).map(bodyOf)

test.prop([tree, tree])(
  'ids that changed, put in the place of those before, make the tree',
  (before, after) => {
    const changed = changedIds(before, after)
    const old = parseTree(before)
    const next = parseTree(after)
    const isRenamed = JSON.stringify(old?.map(namedAs)) !== JSON.stringify(next?.map(namedAs))
    if (isRenamed) expect(changed).toBeUndefined()
    else {
      const ids = new Map(changed?.map(({ name, oid }) => [name, oid]))
      expect(old?.map((each) => ({ ...each, oid: ids.get(each.name) ?? each.oid }))).toEqual(next)
    }
  },
)

test('a tree that ends midway, or that holds a mode of another program, has no changed ids', () => {
  const [body, other] = ['one', 'two'].map((id) => bodyOf([{ name: 'a', kind: 'file', oid: sha1(id) }]))
  if (body === undefined || other === undefined) throw new Error('Two trees were made.')
  expect(changedIds(body, other)).toEqual([{ name: 'a', kind: 'file', oid: sha1('two') }])
  const [torn, tornOther] = [body.subarray(0, -1), other.subarray(0, -1)]
  expect(changedIds(torn, tornOther)).toBeUndefined()
  expect(changedIds(body, Buffer.from(other.toString('latin1').replace('100644', '120000'), 'latin1'))).toBe(
    undefined,
  )
  expect(changedIds(body, Buffer.alloc(body.length, 1))).toBeUndefined()
})

function bodyOf(entries: readonly TreeEntry[]): Buffer {
  const { bytes } = treeObject(entries)
  return bytes.subarray(bytes.indexOf(0) + 1)
}

function namedAs({ name, kind }: TreeEntry): readonly string[] {
  return [name, kind]
}
