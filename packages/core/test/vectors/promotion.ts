import { artifactId, diffId } from '../../src/model/ids.ts'
import type { MergeReport } from '../../src/model/report.ts'
import { survival } from '../../src/policies/promotion/survival.ts'

interface Report {
  readonly artifact: string
  readonly category:
    | 'committed'
    | 'oracle-rejected'
    | 'below-threshold'
    | 'all-stale'
    | 'cas-conflict'
    | 'oversized'
  readonly committed_version: number | null
}

interface Input {
  readonly k: number
  readonly rounds: readonly (readonly Report[])[]
}

export function replay({ k, rounds }: Input): readonly unknown[] {
  const rule = survival({ rounds: k })
  return rounds.map((reports) => ({
    promote: rule.observe(reports.map(reportOf), []),
    survival: clocksOf(rule.state?.()),
  }))
}

function clocksOf(state: unknown): unknown {
  return Array.isArray(state) ? Object.fromEntries(state) : state
}

function reportOf({ artifact, category, committed_version: version }: Report): MergeReport {
  const counts = { considered: 1, survived: 1, stale: 0, oversized: 0, screened: 0, conflicts: 0 }
  const about = { artifact: artifactId(artifact), counts }
  const [diff, figures] = [diffId('d'), { probability: 0.5, threshold: 0.6, gain: 0 }]
  const merged = { diff, fused: false, members: [] }
  switch (category) {
    case 'committed':
      return {
        ...about,
        ...merged,
        outcome: category,
        version: version ?? 0,
        verdict: { ...figures, accepted: true },
      }
    case 'below-threshold': {
      const verdict = { ...figures, accepted: false, reason: category, detail: 'It is not above.' } as const
      return { ...about, ...merged, outcome: category, verdict }
    }
    case 'oracle-rejected':
      return { ...about, ...merged, outcome: category, gain: 0, reason: 'No gain.' }
    case 'cas-conflict':
      return { ...about, ...merged, outcome: category, attempts: 3 }
    case 'oversized':
    case 'all-stale':
      return { ...about, outcome: category }
  }
  return category satisfies never
}
