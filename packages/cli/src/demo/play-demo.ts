import { keyedRules, Random, tallyOf } from '@agentdescent/core'
import type { Clock, EvolutionResult, LedgerStore, RunEvent } from '@agentdescent/core'
import { evolve } from '@agentdescent/sdk'
import { clerk, SLIP_RATE } from './clerk.ts'
import { compare } from './compare.ts'
import type { DemoReport, ForkRun, MergedRun } from './demo-report.ts'
import { type Landscape, type RecordTask, tasksOf } from './landscape.ts'
import { RunBook } from './run-book.ts'

export interface DemoOptions {
  readonly landscape: Landscape
  readonly seed: number
  readonly signal: AbortSignal
  /** Returns an empty ledger under a name that is unique in the demo. */
  openLedger(name: string): Promise<LedgerStore>
}

const WORKERS = 6
const LOG_LENGTH = 6
/** Time stands still, so that a seed decides every byte. */
const STILL: Clock = { now: () => 0, sleep: () => Promise.resolve() }

/** Evolves the landscape's rules with workers that are merged, then spends the same rollouts on as many forks. */
export async function playDemo(options: DemoOptions): Promise<DemoReport> {
  const { landscape, seed, signal } = options
  const { training, heldOut } = tasksOf(landscape)
  const [example] = training
  if (example === undefined) throw new RangeError(`landscape ${landscape.name} has no tasks`)
  const book = new RunBook()
  const rounds = Math.ceil(training.length / WORKERS)
  const result = await run(options, { name: 'merged', seed, workers: WORKERS, rounds, onEvent: book.observe })
  const merged = mergedRun(result, book)
  const forks = signal.aborted ? [] : await playForks(options, Math.floor(result.rollouts / WORKERS))
  const interrupted = signal.aborted
  const keys = landscape.fields.map(({ name }) => name)
  return {
    landscape: landscape.name,
    seed,
    workers: WORKERS,
    keys,
    tasks: { training: training.length, heldOut: heldOut.length },
    slipRate: SLIP_RATE,
    example: { prompt: example.prompt, expected: example.meta.expected },
    merged,
    forks: interrupted ? [] : forks,
    ...(interrupted ? {} : { comparison: compare(merged, forks, keys) }),
    artifact: { version: result.version, text: result.rendered },
    log: result.log.slice(0, LOG_LENGTH).map(({ commit, message }) => ({ commit, subject: message.subject })),
    interrupted,
  }
}

/** The forks know nothing of each other, so they run side by side. */
function playForks(options: DemoOptions, rollouts: number): Promise<readonly ForkRun[]> {
  const forks = Array.from({ length: WORKERS }, async (_, fork): Promise<ForkRun> => {
    const seed = (options.seed + 1) * 1000 + fork
    const result = await run(options, { name: `fork-${fork + 1}`, seed, workers: 1, rounds: rollouts })
    return { seed, rollouts: result.rollouts, calls: result.calls, after: tallyOf(result.finalRows) }
  })
  return Promise.all(forks)
}

interface RunSettings {
  readonly name: string
  readonly seed: number
  readonly workers: number
  readonly rounds: number
  readonly onEvent?: (event: RunEvent) => void
}

/** One real run on a ledger of its own. The seed deals the training tasks; what is held out is the same in every run. */
async function run(
  { landscape, signal, openLedger }: DemoOptions,
  { name, seed, workers, rounds, onEvent = () => undefined }: RunSettings,
): Promise<EvolutionResult> {
  const { training, heldOut } = tasksOf(landscape)
  const ledger = await openLedger(name)
  try {
    return await evolve({
      tasks: [...Random.seeded(seed).fork('demo').shuffled(training), ...heldOut],
      reward: ({ meta }: RecordTask, output) => (output === meta.expected ? 1 : 0),
      agent: clerk(landscape),
      strategy: keyedRules({
        categories: landscape.fields.map((field) => field.name),
        title: '# How to clean a customer record',
      }),
      artifact: { id: 'record-rules' },
      evaluation: { heldOutFraction: heldOut.length / (training.length + heldOut.length) },
      stop: { targetReward: 1 },
      clock: STILL,
      workers,
      rounds,
      seed,
      ledger,
      signal,
      onEvent,
    })
  } finally {
    await ledger.close()
  }
}

function mergedRun(result: EvolutionResult, book: RunBook): MergedRun {
  const { stopReason, initialRows, finalRows, rollouts, calls } = result
  const [before, after] = [tallyOf(initialRows), tallyOf(finalRows)]
  return { stopReason, rounds: book.rounds(), lost: book.lost(), before, after, rollouts, calls }
}
