import type { Task } from '../model/task.ts'
import type { Random } from '../runtime/random.ts'
import { numberWithin, refuse } from './checks.ts'

/** The tasks of a run: those that workers try, and those that only the gate sees. */
export interface Split<T extends Task> {
  readonly training: readonly T[]
  readonly heldOut: readonly T[]
  /** Present when the held-out set is too small to decide much. */
  readonly warning?: string
}

export interface SplitOptions {
  /** In (0, 1). */
  readonly heldOutFraction: number
  /** Shuffles before the cut when given. */
  readonly shuffle?: Random
}

const FEWEST_TASKS = 4
const FEWEST_HELD_OUT = 4

/**
 * Cuts the tasks once: the first round(n * (1 - fraction)), half to even, train, at least one; the rest, at least one, is held out.
 * @throws OptionError `too-few-tasks`, `duplicate-task-id`, `bad-task`, `out-of-range`
 */
export function splitTasks<T extends Task>(
  tasks: readonly T[],
  { heldOutFraction, shuffle }: SplitOptions,
): Split<T> {
  numberWithin('evaluation.heldOutFraction', heldOutFraction, {
    min: 0,
    max: 1,
    aboveMin: true,
    belowMax: true,
  })
  checkTasks(tasks)
  const order = shuffle === undefined ? tasks : shuffle.shuffled(tasks)
  const cut = Math.min(tasks.length - 1, Math.max(1, roundHalfEven(tasks.length * (1 - heldOutFraction))))
  const heldOut = order.slice(cut)
  const warning = smallSetWarning(heldOut.length, tasks.length, heldOutFraction)
  return { training: order.slice(0, cut), heldOut, ...(warning === undefined ? {} : { warning }) }
}

/** Rounds to the nearest whole number, a half to the even neighbour. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value)
  const fraction = value - floor
  if (fraction !== 0.5) return Math.round(value)
  return floor % 2 === 0 ? floor : floor + 1
}

function checkTasks(tasks: readonly Task[]): void {
  if (!Array.isArray(tasks))
    refuse({ code: 'bad-task', argument: 'tasks', value: tasks, must: 'a list of tasks' })
  if (tasks.length < FEWEST_TASKS)
    refuse({
      code: 'too-few-tasks',
      argument: 'tasks',
      value: tasks.length,
      must: `at least ${FEWEST_TASKS} tasks`,
      fix: `Add ${FEWEST_TASKS - tasks.length} more; 12 to 20 is a sensible start.`,
    })
  for (const [index, task] of tasks.entries())
    if (typeof task?.id !== 'string' || task.id === '' || typeof task.prompt !== 'string')
      refuse({
        code: 'bad-task',
        argument: `tasks[${index}]`,
        value: task,
        must: '{ id: text, prompt: text }',
      })
  const ids = tasks.map(({ id }) => id)
  const repeated = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
  if (repeated.length > 0)
    refuse({
      code: 'duplicate-task-id',
      argument: 'tasks',
      value: repeated.slice(0, 5),
      must: 'tasks with different ids',
      fix: 'Give each task an id of its own.',
    })
}

function smallSetWarning(heldOut: number, total: number, fraction: number): string | undefined {
  if (heldOut >= FEWEST_HELD_OUT) return undefined
  let enough = total
  while (enough - roundHalfEven(enough * (1 - fraction)) < FEWEST_HELD_OUT) enough++
  return (
    `Only ${heldOut} of ${total} tasks are held out (heldOutFraction ${fraction}), so one task moves the score by ` +
    `${(1 / heldOut).toFixed(3)}; with ${enough - total} more tasks there would be ${FEWEST_HELD_OUT}.`
  )
}
