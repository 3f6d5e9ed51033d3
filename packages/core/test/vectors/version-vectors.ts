import { artifactId } from '../../src/model/ids.ts'
import type { VersionVector } from '../../src/model/version.ts'
import { reaches, rebasedVersion, staleness } from '../../src/model/version.ts'

type Versions = Readonly<Record<string, number>>

export function replay(input: {
  readonly head: Versions
  readonly base: Versions
  readonly touched: readonly string[]
}): Record<string, unknown> {
  const [head, base] = [vectorOf(input.head), vectorOf(input.base)]
  return {
    eta: staleness(head, base),
    head_at_least_base: reaches(head, base),
    rebased_base: Object.fromEntries(rebasedVersion(base, head, input.touched.map(artifactId))),
  }
}

function vectorOf(versions: Versions): VersionVector {
  return new Map(Object.entries(versions).map(([id, version]) => [artifactId(id), version]))
}
