import { expect, test } from 'vitest'
import { readCases } from '../../test/read-fixture.ts'
import { groupByFingerprint } from './group-by-fingerprint.ts'

interface GroupCase {
  readonly name: string
  readonly fingerprints: readonly (readonly number[])[]
  readonly leaders: readonly number[]
  readonly contested: readonly number[]
}

test.each(readCases<GroupCase>('group-by-fingerprint.json'))(
  'groups $name',
  ({ fingerprints, leaders, contested }) => {
    const groups = new Int32Array(2 * fingerprints.length).fill(7)
    groupByFingerprint(Int32Array.from(fingerprints.flat()), groups)
    expect([...groups]).toEqual([...leaders, ...contested])
  },
)
