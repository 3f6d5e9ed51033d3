import type { TaskSamplingPolicy } from '../../policies/task-sampling/task-sampling.ts'
import type { Check } from '../check.ts'
import { claimEqual, claimRefused } from '../claims.ts'
import { policyChecks } from './policy-checks.ts'

/** Ids that are also names of members of every plain object. */
const TASKS: readonly string[] = Object.freeze(['a', '__proto__', 'constructor', 'd'])

/** Returns every claim that a sampler of tasks must meet. */
export function taskSamplingContract(): readonly Check<TaskSamplingPolicy>[] {
  return [
    ...policyChecks<TaskSamplingPolicy>(pickAndRecord),
    {
      name: 'picks one of the tasks it was given, and leaves the list as it is',
      run: (make) => {
        const rule = make()
        for (const size of [4, 1, 3, 2])
          for (let round = 0; round < 10; round++) {
            const offered = Object.freeze(TASKS.slice(0, size))
            const task = rule.pick(offered, round)
            claimEqual(offered.includes(task), true, `${task} is one of ${offered.join(', ')}`)
            rule.record(task, round % 2)
          }
      },
    },
    {
      name: 'gives every task a turn',
      run: (make) => {
        const rule = make()
        const picked = new Set<string>()
        for (let round = 0; round < 40; round++) picked.add(String(pickAndRecord(rule, round)))
        claimEqual(picked.size, TASKS.length, 'tasks with a turn')
      },
    },
    {
      name: 'refuses to pick from no task',
      run: (make) => claimRefused(pickFromNothing(make()), 'no-tasks', 'pick of []'),
    },
  ]
}

function pickAndRecord(rule: TaskSamplingPolicy, round: number): unknown {
  const task = rule.pick(TASKS, round)
  rule.record(task, TASKS.indexOf(task) === 0 ? 1 : (round % 3) / 2)
  return task
}

async function pickFromNothing(rule: TaskSamplingPolicy): Promise<string> {
  return rule.pick([], 0)
}
