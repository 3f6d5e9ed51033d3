import { fixedTrustRegion } from '../../src/governance/fixed-trust-region.ts'
import { permissions } from '../../src/governance/permissions.ts'
import { trustAudit } from '../../src/governance/trust-audit.ts'
import { Ledger } from '../../src/ledger/ledger.ts'
import { MemoryStore } from '../../src/ledger/memory-store.ts'
import { bucketAggregator } from '../../src/merge/aggregator.ts'
import { Intake } from '../../src/merge/intake.ts'
import { SettledRing } from '../../src/merge/settled-ring.ts'
import { stateOf } from '../../src/model/artifact.ts'
import { exactlySame } from '../../src/model/diff.ts'
import type { EvidenceCard } from '../../src/model/evidence.ts'
import { artifactId, diffId, leaseId, runId, workerId } from '../../src/model/ids.ts'
import type { MergeReport } from '../../src/model/report.ts'
import { betaPosterior } from '../../src/policies/acceptance/beta-posterior.ts'
import { keepBest } from '../../src/policies/conflict/keep-best.ts'
import { union } from '../../src/policies/fusion/union.ts'
import { survival } from '../../src/policies/promotion/survival.ts'
import { resolvePolicies } from '../../src/policies/resolve-policies.ts'
import { full } from '../../src/policies/staleness/full.ts'
import { guarded } from '../../src/policies/staleness/guarded.ts'
import { reflective } from '../../src/policies/staleness/reflective.ts'
import { Random } from '../../src/runtime/random.ts'
import { stateDigestOf } from '../../src/runtime/state-digest.ts'
import { textMerger } from '../../src/runtime/text-merger.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'
import { itemsOf, solvedShare } from '../merge/solved-share.ts'

interface CardInput {
  ops: Record<string, string | null>
  base: number
  delta: number
  evidence: string[]
  contract_breaking: boolean
}

interface Input {
  held_out: [key: string, gold: string][]
  initial_state: Record<string, string>
  blast_radius: number
  staleness_policy: 'full' | 'guarded' | 'reflective'
  config: Record<string, number> & { fusion_tournament: boolean }
  steps: CardInput[][]
}

const art = artifactId('art')
const STALENESS = { full, guarded, reflective }

export async function replay(input: Input): Promise<unknown> {
  const ledger = new Ledger(new MemoryStore())
  const state = stateOf(Object.entries(input.initial_state))
  await ledger.register({
    id: art,
    version: 1,
    state,
    contract: { major: 1 },
    blastRadius: input.blast_radius,
  })
  const audit = trustAudit()
  const settled = new SettledRing()
  const { config } = input
  const aggregator = bucketAggregator(
    {
      run: runId('vectors'),
      ledger,
      audit,
      verifier: solvedShare(itemsOf(input.held_out)),
      policies: policiesOf(input),
      permissions: permissions(),
      trustRegion: fixedTrustRegion({
        maxEdits: config['trust_region_ops'] ?? 0,
        maxCharacters: config['trust_region_chars'] ?? 0,
      }),
      settings: {
        tolerance: { slow: config['alpha_head'] ?? 0, fast: config['alpha_tail'] ?? 0 },
        commitAttempts: 3,
        commitBackoffMs: 0,
        boundedGate: false,
        refusedUnion: 'drop',
        reapply: 'value',
      },
      clock: new VirtualClock(),
      random: Random.seeded(0),
      same: exactlySame,
      texts: textMerger(),
      digest: stateDigestOf,
      observe: () => undefined,
      recordFusion: () => undefined,
      takeConcluded: () => [],
      settle: (cards) => {
        for (const card of cards) settled.add(card)
      },
    },
    new Intake({ batchTrigger: config['batch_trigger'] ?? 0, maxWaitRounds: config['max_wait_rounds'] ?? 0 }),
  )
  const steps: unknown[] = []
  let index = 0
  for (const cards of input.steps) {
    for (const card of cards) aggregator.ingest(cardOf(card, index++))
    const reports = await aggregator.step()
    const [dev, stable] = [await ledger.get(art), await ledger.get(art, 'stable')]
    steps.push({
      reports: reports.map(shownReport),
      head_version: dev.version,
      head_state: Object.fromEntries(dev.state),
      stable_state: Object.fromEntries(stable.state),
      stable_version: stable.version,
      pending: aggregator.pending,
    })
  }
  return { steps, settled: settled.cards.length, audits_opened: audit.trust.audits }
}

function policiesOf({ config, staleness_policy: staleness }: Input) {
  return resolvePolicies({
    staleness: STALENESS[staleness]({ unknownBase: 'as-stale' }),
    conflict: keepBest(),
    fusion: union({ tournament: config.fusion_tournament }),
    acceptance: betaPosterior({
      baseDelta: config['base_delta'] ?? 0,
      annealHalfLife: config['anneal_half_life'] ?? 0,
    }),
    promotion: survival({ rounds: config['promote_after_k'] ?? 0 }),
  })
}

function cardOf(
  { ops, base, delta, evidence, contract_breaking: breaksContract }: CardInput,
  index: number,
): EvidenceCard {
  const id = `c${index}`
  const edits = new Map(Object.entries(ops))
  return {
    lease: leaseId(id),
    diff: { id: diffId(id), target: art, author: workerId(index), edits, breaksContract },
    parent: stateDigestOf(stateOf([])),
    base: new Map([[art, base]]),
    baseValues: new Map(),
    touched: [art],
    tasks: evidence.map((task) => ({ id: task, prompt: '' })),
    delta,
    text: '',
    cost: { calls: 0, ms: 0 },
  }
}

/** The recorded `discarded` counts oversized cards too when nothing was left to merge. */
function shownReport(report: MergeReport): unknown {
  const { counts, outcome } = report
  const nothingLeft = outcome === 'all-stale' || outcome === 'oversized'
  return {
    category: outcome,
    considered: counts.considered,
    survived: counts.survived,
    discarded: counts.stale + (nothingLeft ? counts.oversized : 0),
    conflicts_dropped: counts.conflicts,
    fused: 'fused' in report && report.fused,
    committed_version: outcome === 'committed' ? report.version : null,
  }
}
