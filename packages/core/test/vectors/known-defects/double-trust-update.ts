import { trustAudit } from '../../../src/governance/trust-audit.ts'
import { stateOf } from '../../../src/model/artifact.ts'
import { artifactId } from '../../../src/model/ids.ts'
import { diffOf, rowOf } from '../fixtures.ts'

export interface DoubleTrustInput {
  readonly start_trust: number
  readonly full_verdict: 'better' | 'not better'
  readonly cheap_verdict: 'better' | 'not better'
  readonly blast_radius: number
}

/** "one disagreement is counted twice when the gate opens" */
export async function replay(input: DoubleTrustInput): Promise<{ trust: number }> {
  const audit = trustAudit()
  const id = artifactId('artifact')
  if (audit.trust.of(id) !== input.start_trust) throw new Error('The case starts from another trust.')
  const artifact = {
    id,
    version: 1,
    state: stateOf([]),
    contract: { major: 1 },
    blastRadius: input.blast_radius,
  }
  await audit.inspect({
    base: artifact,
    next: artifact,
    diff: diffOf([]),
    cards: [],
    members: [],
    fused: false,
    rung: 'single',
    baseRows: [rowOf({ task: 't', reward: 0.5 })],
    nextRows: [rowOf({ task: 't', reward: input.full_verdict === 'better' ? 1 : 0 })],
    baseEstimate: 0.5,
    nextEstimate: input.cheap_verdict === 'better' ? 1 : 0,
  })
  return { trust: audit.trust.of(id) }
}
