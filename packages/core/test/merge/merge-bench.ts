import type { Verifier } from '../../src/evaluation/verifier.ts'
import { fixedTrustRegion } from '../../src/governance/fixed-trust-region.ts'
import { permissions } from '../../src/governance/permissions.ts'
import { trustAudit } from '../../src/governance/trust-audit.ts'
import { Ledger } from '../../src/ledger/ledger.ts'
import { MemoryStore } from '../../src/ledger/memory-store.ts'
import type { MergeContext } from '../../src/merge/context.ts'
import { stateOf } from '../../src/model/artifact.ts'
import { exactlySame } from '../../src/model/diff.ts'
import type { RunEvent } from '../../src/model/event.ts'
import type { EvidenceCard } from '../../src/model/evidence.ts'
import { artifactId, runId, type ArtifactId } from '../../src/model/ids.ts'
import { defaultPolicies } from '../../src/policies/default-policies.ts'
import type { FusionTrial } from '../../src/policies/fusion/fusion.ts'
import { Random } from '../../src/runtime/random.ts'
import { stateDigestOf } from '../../src/runtime/state-digest.ts'
import { textMerger } from '../../src/runtime/text-merger.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'

export interface MergeBenchOptions {
  /** State of the artifact at version 1. */
  readonly state: Iterable<readonly [string, string]>
  readonly verifier: Verifier
  /** Default `prompt`. */
  readonly id?: string
  /** Default 0.2. */
  readonly blastRadius?: number
  /** Parts that differ from the engine's defaults. */
  readonly parts?: Partial<MergeContext>
}

/** A merge with the engine's defaults on a ledger in memory, and all that it told. */
export interface MergeBench {
  readonly id: ArtifactId
  readonly context: MergeContext
  readonly events: readonly RunEvent[]
  readonly settled: readonly EvidenceCard[]
  readonly fusionTrials: readonly FusionTrial[]
}

export async function mergeBench(options: MergeBenchOptions): Promise<MergeBench> {
  const { blastRadius = 0.2, verifier, parts = {} } = options
  const id = artifactId(options.id ?? 'prompt')
  const ledger = new Ledger(new MemoryStore())
  await ledger.register({
    id,
    version: 1,
    state: stateOf(options.state),
    contract: { major: 1 },
    blastRadius,
  })
  const [events, settled, fusionTrials]: [RunEvent[], EvidenceCard[], FusionTrial[]] = [[], [], []]
  const context: MergeContext = {
    run: runId('bench'),
    ledger,
    verifier,
    policies: defaultPolicies(),
    audit: trustAudit(),
    permissions: permissions(),
    trustRegion: fixedTrustRegion(),
    settings: {
      tolerance: { slow: 5, fast: 1 },
      commitAttempts: 3,
      commitBackoffMs: 50,
      boundedGate: false,
      refusedUnion: 'retry',
      reapply: 'hunks',
    },
    clock: new VirtualClock(),
    random: Random.seeded(0),
    same: exactlySame,
    texts: textMerger(),
    digest: stateDigestOf,
    observe: (event) => void events.push(event),
    recordFusion: (trial) => void fusionTrials.push(trial),
    takeConcluded: () => [],
    settle: (cards) => void settled.push(...cards),
    ...parts,
  }
  return { id, context, events, settled, fusionTrials }
}
