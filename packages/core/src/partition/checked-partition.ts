import { AgentDescentError, messageOf, PolicyError, shown } from '../model/errors.ts'
import type { Partition, WorkUnit } from './partition.ts'

/**
 * Returns the partition with its plans checked, so that one of the caller's own cannot leave a run without work or name what is not
 * there. @throws PolicyError, from `plan`: `bad-partition-plan`, `partition-threw`.
 */
export function checkedPartition(partition: Partition): Partition {
  return {
    name: partition.name,
    plan(workers, round, tasks) {
      const units = planOf(partition, () => partition.plan(workers, round, tasks))
      const known = new Set(tasks)
      if (isPlan(units, known)) return units
      throw new PolicyError({
        code: 'bad-partition-plan',
        argument: 'execution.partition',
        value: shown(units),
        message:
          `The partition "${partition.name}" returned ${shown(units)}; it must return a list of ` +
          '{ worker, tasks, section? } with tasks of the run, for at least one worker.',
      })
    },
  }
}

function planOf({ name }: Partition, plan: () => unknown): unknown {
  try {
    return plan()
  } catch (error) {
    if (error instanceof AgentDescentError) throw error
    throw new PolicyError({
      code: 'partition-threw',
      argument: 'execution.partition',
      value: shown(messageOf(error)),
      message: `The partition "${name}" threw: ${messageOf(error)}`,
      cause: error,
    })
  }
}

function isPlan(plan: unknown, known: ReadonlySet<unknown>): plan is readonly WorkUnit[] {
  if (!Array.isArray(plan)) return false
  const units: readonly unknown[] = plan
  return (
    units.every((unit) => isUnit(unit, known)) &&
    units.some((unit) => isUnit(unit, known) && unit.tasks.length > 0)
  )
}

function isUnit(unit: unknown, known: ReadonlySet<unknown>): unit is WorkUnit {
  if (typeof unit !== 'object' || unit === null || !('worker' in unit) || !('tasks' in unit)) return false
  const hasSection = !('section' in unit) || unit.section === undefined || unit.section instanceof Set
  const isShare = Array.isArray(unit.tasks) && unit.tasks.every((id) => known.has(id))
  return typeof unit.worker === 'string' && unit.worker !== '' && hasSection && isShare
}
