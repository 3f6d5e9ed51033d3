import type { Diff } from '../../src/model/diff.ts'
import { contradicts, overlaps, unionOfEdits } from '../../src/model/diff.ts'
import { artifactId, diffId, workerId } from '../../src/model/ids.ts'

interface GivenDiff {
  readonly id: string
  readonly ops: Readonly<Record<string, string | null>>
  readonly contract_breaking: boolean
}

export function replay(input: { readonly diffs: readonly GivenDiff[] }): Record<string, unknown> {
  const diffs = input.diffs.map(diffOf)
  const pairs = diffs.flatMap((left, i) =>
    diffs.slice(i + 1).map((right, offset) => ({
      i,
      j: i + 1 + offset,
      overlap: overlaps(left, right),
      contradict: contradicts(left, right),
    })),
  )
  return {
    pairs,
    fused_ops: Object.fromEntries(unionOfEdits(diffs)),
    fused_breaking: diffs.some(({ breaksContract }) => breaksContract),
    fused_member_ids_sorted: diffs.map(({ id }) => id).toSorted(),
  }
}

function diffOf({ id, ops, contract_breaking }: GivenDiff): Diff {
  const edits = new Map(Object.entries(ops))
  const [target, author] = [artifactId('artifact'), workerId(0)]
  return { id: diffId(id), target, author, edits, breaksContract: contract_breaking }
}
