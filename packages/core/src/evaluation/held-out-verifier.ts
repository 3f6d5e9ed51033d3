import type { ArtifactState } from '../model/artifact.ts'
import { type Measurement, meanReward } from '../model/measurement.ts'
import type { Task } from '../model/task.ts'
import type { Random } from '../runtime/random.ts'
import { stateDigestOf } from '../runtime/state-digest.ts'
import { boundedScan } from './bounded-scan.ts'
import { FixedSamples } from './fixed-samples.ts'
import type { Cell, CellScorer, Purpose } from './held-out-scorer.ts'
import type { MeasureOptions, Verifier } from './verifier.ts'

export interface HeldOutVerifierOptions {
  readonly scorer: CellScorer
  /** The tasks behind the gate, in order. */
  readonly heldOut: readonly Task[]
  /** Returns what the actor receives: the strategy's rendering. */
  readonly render: (state: ArtifactState) => string
  /** Draws the samples. */
  readonly random: Random
  /** Tasks in the small sample; the larger one holds these and as many again. Default: 8, at most all. */
  readonly sampleSize?: number
  /** Evaluations per task at the gate. Default 1. */
  readonly trials?: number
}

/** Returns the verifier that scores states on held-out tasks. */
export function heldOutVerifier(options: HeldOutVerifierOptions): HeldOutVerifier {
  return new HeldOutVerifier(options)
}

/** Scores states on held-out tasks at several prices; only ids of the tasks ever leave it. */
export class HeldOutVerifier implements Verifier {
  readonly heldOut: readonly string[]
  readonly #options: HeldOutVerifierOptions
  readonly #samples: FixedSamples<Task>
  readonly #sampleSize: number

  constructor(options: HeldOutVerifierOptions) {
    this.heldOut = options.heldOut.map(({ id }) => id)
    this.#options = options
    this.#samples = new FixedSamples(options.heldOut, options.random)
    this.#sampleSize = Math.max(1, Math.min(options.sampleSize ?? 8, options.heldOut.length))
  }

  /** Returns the average of the small sample's mean and the larger one's. */
  async estimate(state: ArtifactState): Promise<number> {
    return ((await this.smallSample(state)) + (await this.largeSample(state))) / 2
  }

  /** Returns the mean reward on the small sample. */
  smallSample(state: ArtifactState): Promise<number> {
    return this.#sampleMean(state, this.#sampleSize)
  }

  /** Returns the mean reward on the larger sample. */
  largeSample(state: ArtifactState): Promise<number> {
    return this.#sampleMean(state, 2 * this.#sampleSize)
  }

  /** How far the larger sample's mean can be trusted: 0.5 / (1 + tasks in it). */
  get uncertainty(): number {
    return 0.5 / (1 + Math.min(2 * this.#sampleSize, this.heldOut.length))
  }

  async measure(state: ArtifactState, { floor = 0 }: MeasureOptions = {}): Promise<readonly Measurement[]> {
    const { heldOut, trials = 1, scorer } = this.#options
    const cells = heldOut.flatMap((task) =>
      Array.from({ length: trials }, (_, trial): Cell => ({ task, trial })),
    )
    const rows = await boundedScan(cells, { floor, width: scorer.concurrency }, (chunk) =>
      this.#score(state, chunk, 'gate'),
    )
    const skipped = cells.length - rows.length
    scorer.meter.add('evaluationsSkipped', skipped)
    scorer.meter.add('boundedScansCut', skipped > 0 ? 1 : 0)
    return rows
  }

  replay(state: ArtifactState, tasks: readonly Task[]): Promise<readonly Measurement[]> {
    return this.#score(state, cellsOf(tasks), 'replay')
  }

  async #sampleMean(state: ArtifactState, size: number): Promise<number> {
    return meanReward(await this.#score(state, cellsOf(this.#samples.ofSize(size)), 'rank'))
  }

  async #score(
    state: ArtifactState,
    cells: readonly Cell[],
    purpose: Purpose,
  ): Promise<readonly Measurement[]> {
    const rendered = this.#options.render(state)
    return this.#options.scorer.score({ candidate: stateDigestOf(state), rendered, cells, purpose })
  }
}

function cellsOf(tasks: readonly Task[]): readonly Cell[] {
  return tasks.map((task) => ({ task, trial: 0 }))
}
