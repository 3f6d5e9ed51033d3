import type { Snapshot } from '../ledger/ledger.ts'
import { LedgerError } from '../model/errors.ts'
import { leaseId } from '../model/ids.ts'
import { stableHash, stableId } from '../runtime/stable-hash.ts'
import type { Assignment } from '../worker/assignment.ts'
import type { Engine } from './scheduler.ts'

/** Deals out one round after the other: who tries which task on which snapshot. */
export class Assignments {
  readonly #engine: Engine
  readonly #refreshInterval: number
  readonly #snapshots = new Map<string, Snapshot>()
  #issued = 0

  constructor(engine: Engine, refreshInterval: number) {
    this.#engine = engine
    this.#refreshInterval = refreshInterval
  }

  /** Makes every worker take the head at its next turn, due or not. */
  refreshAll(): void {
    this.#snapshots.clear()
  }

  /** Returns the round's assignments, in the order of the workers; a worker without tasks has none. */
  deal(round: number, head: Snapshot): readonly Assignment[] {
    const { partition, workers, tasks, taskSampling } = this.#engine
    const byId = new Map(tasks.map((task) => [task.id, task]))
    const units = partition.plan(workers, round, [...byId.keys()])
    return units.flatMap(({ worker, tasks: share, section }) => {
      if (share.length === 0) return []
      const task = byId.get(taskSampling.pick(share, round))
      if (task === undefined) return []
      const artifact = this.#artifact(worker, round, head)
      const lease = this.#lease(worker, task.id, artifact.version)
      this.#engine.observe({ type: 'lease', lease, worker, task: task.id, version: artifact.version, round })
      return [{ worker, lease, artifact, task, ...(section === undefined ? {} : { section }) }]
    })
  }

  /** A worker takes the head when it is due, and at its first use; the workers' turns are spread over the interval. */
  #artifact(worker: string, round: number, head: Snapshot): Assignment['artifact'] {
    const turn = Number(stableHash([worker]) % BigInt(this.#refreshInterval))
    const isDue = round % this.#refreshInterval === turn
    const snapshot = isDue ? head : (this.#snapshots.get(worker) ?? head)
    this.#snapshots.set(worker, snapshot)
    const artifact = snapshot.artifacts.get(this.#engine.artifact)
    if (artifact !== undefined) return artifact
    throw new LedgerError({
      code: 'unknown-artifact',
      message: `The ledger lost artifact "${this.#engine.artifact}" during the run.`,
    })
  }

  #lease(worker: string, task: string, version: number): Assignment['lease'] {
    const parts = [this.#engine.run, '0', worker, task, String(version), String(this.#issued++)]
    return leaseId(stableId(parts))
  }
}
