import { fixedTrustRegion } from '../../src/governance/fixed-trust-region.ts'
import type { Edit } from '../../src/model/diff.ts'
import { diffOf } from './fixtures.ts'

export interface TrustRegionInput {
  readonly max_ops: number
  readonly max_chars: number
  readonly value_lengths_per_diff: readonly (readonly (number | null)[])[]
}

export function replay(input: TrustRegionInput): { kept: number[]; oversized: number[] } {
  const region = fixedTrustRegion({ maxEdits: input.max_ops, maxCharacters: input.max_chars })
  const isOversized = input.value_lengths_per_diff.map(
    (lengths) => region.refuse(diffOf(lengths.map(valueOf))) !== undefined,
  )
  const indexes = [...isOversized.keys()]
  return {
    kept: indexes.filter((index) => isOversized[index] === false),
    oversized: indexes.filter((index) => isOversized[index] === true),
  }
}

function valueOf(length: number | null): Edit {
  return length === null ? null : 'x'.repeat(length)
}
