import type { Measurement } from '../model/measurement.ts'
import type { Task } from '../model/task.ts'
import type { MeterSnapshot } from '../runtime/meter.ts'
import { assemble } from './assemble.ts'
import type { EvolveOptions } from './options.ts'
import { Recorder } from './recorder.ts'
import { resolveOptions } from './resolve-options.ts'

/** What an artifact scores as it is. */
export interface ArtifactScore {
  readonly rendered: string
  /** One row per held-out task and trial, in order. */
  readonly rows: readonly Measurement[]
  readonly cost: MeterSnapshot
  readonly elapsedMs: number
}

/**
 * Measures the artifact that `evolve` would start from on the tasks that `evolve` would hold out; changes and proposes nothing.
 * @throws OptionError, GovernanceError before the first call; whatever ends a measurement: LimitError, BackendError, ContractError.
 */
export async function scoreArtifact<T extends Task, Output = string>(
  options: EvolveOptions<T, Output>,
): Promise<ArtifactScore> {
  const plan = resolveOptions(options)
  const signal = options.signal ?? new AbortController().signal
  const { engine, meter, startMs } = assemble(plan, { recorder: new Recorder(options.onEvent), signal })
  const state = plan.artifact.initial ?? plan.strategy.initial()
  const rows = await engine.verifier.measure(state)
  return {
    rendered: plan.strategy.render(state),
    rows,
    cost: meter.snapshot(),
    elapsedMs: engine.clock.now() - startMs,
  }
}
