import { Random } from '@agentdescent/core'
import type { Clock, EvolutionResult, LedgerStore, RunEvent } from '@agentdescent/core'
import { evolve, type EvolveOptions } from '@agentdescent/sdk'
import { clerk } from './clerk.ts'
import { type Landscape, type RecordTask, tasksOf } from './landscape.ts'
import { keyPerField, type RuleSheet } from './rule-sheet.ts'

export interface DemoOptions {
  readonly landscape: Landscape
  readonly seed: number
  readonly signal: AbortSignal
  /** Returns an empty ledger under a name that is unique in the demo. */
  openLedger(name: string): Promise<LedgerStore>
}

export const WORKERS = 6
/** Time stands still, so that a seed decides every byte. */
const STILL: Clock = { now: () => 0, sleep: () => Promise.resolve() }

interface RunSettings {
  readonly name: string
  readonly seed: number
  readonly workers: number
  readonly rounds: number
  /** Default: a key for each field. */
  readonly sheet?: RuleSheet
  /** How edits of one key are merged; default as the engine's. */
  readonly rules?: Pick<EvolveOptions<RecordTask>, 'policies' | 'merge'>
  readonly onEvent?: (event: RunEvent) => void
}

/** One real run on a ledger of its own. The seed deals the training tasks; what is held out is the same in every run. */
export async function demoRun(
  { landscape, signal, openLedger }: DemoOptions,
  {
    name,
    seed,
    workers,
    rounds,
    sheet = keyPerField(landscape),
    rules = {},
    onEvent = () => undefined,
  }: RunSettings,
): Promise<EvolutionResult> {
  const { training, heldOut } = tasksOf(landscape)
  const ledger = await openLedger(name)
  try {
    return await evolve({
      ...rules,
      tasks: [...Random.seeded(seed).fork('demo').shuffled(training), ...heldOut],
      reward: ({ meta }: RecordTask, output) => (output === meta.expected ? 1 : 0),
      agent: clerk(landscape, sheet),
      strategy: sheet.strategy,
      artifact: { id: 'record-rules' },
      evaluation: { heldOutFraction: heldOut.length / (training.length + heldOut.length) },
      stop: { targetReward: 1 },
      clock: STILL,
      workers,
      rounds,
      seed,
      ledger,
      // Nobody goes on with a demo.
      journal: false,
      signal,
      onEvent,
    })
  } finally {
    await ledger.close()
  }
}
