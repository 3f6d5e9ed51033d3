import { noTasks } from './no-tasks.ts'
import type { TaskSamplingPolicy } from './task-sampling.ts'

/** Returns the sampling rule that walks through the tasks in order, one a round; it learns nothing. */
export function roundRobin(): TaskSamplingPolicy {
  return {
    name: 'round-robin',
    pick: (taskIds, round) => {
      const task = taskIds[round % taskIds.length]
      if (task === undefined) throw noTasks()
      return task
    },
    record: () => undefined,
  }
}
