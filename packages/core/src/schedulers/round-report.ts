import type { Artifact } from '../model/artifact.ts'
import type { MergeReport, OutcomeCounts, RoundReport } from '../model/report.ts'

interface Parts {
  readonly round: number
  readonly reward: number
  readonly artifact: Artifact
  readonly reports: readonly MergeReport[]
  readonly rollouts: number
  readonly calls: number
  readonly elapsedMs: number
}

/** Returns the learning curve's line for a round and the merges that ended in it. */
export function roundReport({ artifact, reports, ...figures }: Parts): RoundReport {
  const commits = reports.filter(({ outcome }) => outcome === 'committed')
  const sum = (count: (report: MergeReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0)
  return {
    ...figures,
    size: artifact.state.size,
    version: artifact.version,
    committed: commits.length,
    refused: reports.length - commits.length,
    outcomes: countOutcomes(reports),
    considered: sum(({ counts }) => counts.considered),
    stale: sum(({ counts }) => counts.stale),
    conflicts: sum(({ counts }) => counts.conflicts),
    fused: sum((report) => (report.outcome === 'committed' && report.fused ? 1 : 0)),
  }
}

function countOutcomes(reports: readonly MergeReport[]): OutcomeCounts {
  const counts: { -readonly [Key in keyof OutcomeCounts]: number } = {}
  for (const { outcome } of reports) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
