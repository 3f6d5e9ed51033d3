import { auditPriority, Trust } from '../../src/governance/trust.ts'
import { artifactId } from '../../src/model/ids.ts'

type Step =
  | readonly ['force']
  | readonly ['trust', agrees: boolean]
  | readonly ['priority', uncertainty: number]

export interface AuditInput {
  readonly blast_radius: number
  readonly script: readonly Step[]
}

export function replay({ blast_radius: blastRadius, script }: AuditInput): unknown {
  const trust = new Trust()
  const id = artifactId('artifact')
  const results = script.map((step) => {
    switch (step[0]) {
      case 'force':
        return trust.owesAudit(id, blastRadius)
      case 'trust':
        trust.observe(id, step[1] ? 'agree' : 'disagree')
        return trust.of(id)
      case 'priority':
        return auditPriority(blastRadius, step[1], trust.of(id))
      default:
        return step satisfies never
    }
  })
  return { results, audits_opened: trust.audits, trust: trust.of(id) }
}
