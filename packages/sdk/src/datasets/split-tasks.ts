import type { Task } from '@agentdescent/core'
import { OptionError, Random } from '@agentdescent/core'

export interface SplitTasksOptions<T extends Task> {
  /** Shares of training, validation and test; they need not add up to 1. Default 0.6, 0.2, 0.2. */
  readonly shares?: readonly [number, number, number]
  /** Default 0. The same seed gives the same split. */
  readonly seed?: number
  /** Default true; false keeps the order of the tasks, within each class. */
  readonly shuffle?: boolean
  /** Names the class of a task; classes are then split one by one, so that each is in every part that it has tasks for. */
  readonly classOf?: (task: T) => string
}

export interface TaskSplit<T extends Task> {
  readonly training: readonly T[]
  readonly validation: readonly T[]
  readonly test: readonly T[]
}

/**
 * Returns the tasks in three parts, every task in exactly one of them.
 * @throws OptionError `bad-shares` for shares that are no numbers from 0 on, or all 0
 */
export function splitTasks<T extends Task>(
  tasks: readonly T[],
  options: SplitTasksOptions<T> = {},
): TaskSplit<T> {
  const { shares = [0.6, 0.2, 0.2], shuffle = true, classOf = () => '' } = options
  checkShares(shares)
  const random = Random.seeded(options.seed ?? 0).fork('split')
  const parts: { [Part in keyof TaskSplit<T>]: T[] } = { training: [], validation: [], test: [] }
  for (const [name, members] of byClass(tasks, classOf)) {
    const order = shuffle ? random.fork(name).shuffled(members) : members
    const [training, validation] = sizes(order.length, shares)
    parts.training.push(...order.slice(0, training))
    parts.validation.push(...order.slice(training, training + validation))
    parts.test.push(...order.slice(training + validation))
  }
  return parts
}

function byClass<T extends Task>(
  tasks: readonly T[],
  classOf: (task: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const classes = new Map<string, T[]>()
  for (const task of tasks) {
    const name = classOf(task)
    const members = classes.get(name)
    if (members === undefined) classes.set(name, [task])
    else members.push(task)
  }
  return classes
}

/** Rounds shares to whole tasks; a part with a share gets a task before another gets a second one. */
function sizes(count: number, shares: readonly [number, number, number]): readonly [number, number, number] {
  const total = shares[0] + shares[1] + shares[2]
  const taken: [number, number, number] = [0, 0, 0]
  for (let left = count; left > 0; left -= 1) {
    const [neediest] = ([0, 1, 2] as const)
      .filter((part) => shares[part] > 0)
      .toSorted((one, other) => need(other) - need(one) || one - other)
    if (neediest !== undefined) taken[neediest] += 1
  }
  return taken

  function need(part: 0 | 1 | 2): number {
    const wanted = (count * shares[part]) / total
    return taken[part] === 0 ? count + wanted : wanted - taken[part]
  }
}

function checkShares(shares: readonly number[]): void {
  const isFine =
    shares.every((share) => Number.isFinite(share) && share >= 0) && shares.some((share) => share > 0)
  if (isFine) return
  throw new OptionError({
    code: 'bad-shares',
    argument: 'shares',
    value: JSON.stringify(shares),
    message: `The shares ${JSON.stringify(shares)} cannot be split into.`,
    fix: 'Give three numbers from 0 on, such as [0.6, 0.2, 0.2].',
  })
}
