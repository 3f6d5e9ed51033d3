import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { replay as adaptiveTrustRegion } from './vectors/adaptive-trust-region.ts'
import { replay as auditTrust } from './vectors/audit-trust.ts'
import { replay as boundedScan } from './vectors/bounded-scan.ts'
import { replay as evidenceBuffer } from './vectors/evidence-buffer.ts'
import { replay as globMatch } from './vectors/glob-match.ts'
import { replay as governance } from './vectors/governance.ts'
import { replay as rewardRange } from './vectors/reward-range.ts'
import { replay as settledRing } from './vectors/settled-ring.ts'
import { replay as trustRegion } from './vectors/trust-region.ts'
import { replay as verifier } from './vectors/verifier.ts'

const replayers = {
  adaptive_trust_region: adaptiveTrustRegion,
  audit_trust: auditTrust,
  bounded_scan: boundedScan,
  evidence_buffer: evidenceBuffer,
  glob_match: globMatch,
  governance,
  reward_range: rewardRange,
  settled_ring: settledRing,
  trust_region: trustRegion,
  verifier,
}

it.each(Object.entries(replayers))(
  'replays every case of %s',
  async (name, replay: (input: never) => unknown) => {
    const file = new URL(`../../../fixtures/vectors/${name}.json`, import.meta.url)
    const { cases, tolerance = 0 } = JSON.parse(readFileSync(file, 'utf8'))
    expect(cases.length).toBeGreaterThan(0)
    for (const { input, expected } of cases)
      expect(rounded(await replay(input as never), tolerance)).toEqual(rounded(expected, tolerance))
  },
)

function rounded(value: unknown, tolerance: number): unknown {
  if (tolerance === 0) return value
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    typeof part === 'number' ? Math.round(part / tolerance / 10) : part,
  )
}
