import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { groupEdits } from './group-edits.ts'
import type { GroupByFingerprint } from './group-edits.ts'
import { pack } from './pack.ts'
import { Scratch } from './scratch.ts'
import { groupByFingerprint } from './typescript/group-by-fingerprint.ts'

const edits = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y', null)))
const bucket = fc.array(edits.map((entries) => pack(new Map(entries))))

/** Hashes that say the same of everything. */
const blind: GroupByFingerprint = (_, groups) => groups.fill(0)

test.prop([bucket])('falls back on the texts where fingerprints cannot tell them apart', (packed) => {
  expect(groupEdits(packed, blind, new Scratch())).toEqual(
    groupEdits(packed, groupByFingerprint, new Scratch()),
  )
})
