import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { flattenEdits } from './bucket-edits.ts'
import { groupEdits } from './group-edits.ts'
import type { EditGroups, GroupByFingerprint } from './group-edits.ts'
import { orderDiffs } from './order-diffs.ts'
import { pack } from './pack.ts'
import { groupByFingerprint } from './typescript/group-by-fingerprint.ts'

const edits = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y', null)))
const bucket = fc.array(edits.map((entries) => pack(new Map(entries))))

/** Hashes that say the same of everything. */
const blind: GroupByFingerprint = (fingerprints) => new Int32Array(fingerprints.length / 2)

test.prop([bucket])('falls back on the texts where fingerprints cannot tell them apart', (packed) => {
  const flat = flattenEdits(orderDiffs(packed))
  expect(listed(groupEdits(flat, blind), flat.keys)).toEqual(
    listed(groupEdits(flat, groupByFingerprint), flat.keys),
  )
})

function listed(groups: EditGroups, keys: readonly string[]): unknown {
  return keys.map((_, edit) => [groups.leaderOf(edit), groups.isContested(groups.leaderOf(edit))])
}
