import { type Failure, type LedgerStore, MemoryStore, type Task } from '../../src/index.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'

/** Returns the rule that solves the tasks of one kind. */
export function ruleOf(kind: number): string {
  return `Rule ${kind}: do it so.`
}

export interface LandscapeOptions {
  /** Different rules to be found; default 3. */
  readonly kinds?: number
  /** Default 24. */
  readonly tasks?: number
  readonly store?: LedgerStore
}

/** Tasks of several kinds: the rule of its kind solves a task, and the proposer knows it. Edits of different kinds stand side by side. */
export function landscape({ kinds = 3, tasks = 24, store = new MemoryStore() }: LandscapeOptions = {}) {
  const calls = { run: 0, propose: 0 }
  const kindOf = ({ meta }: Task): number => Number(meta?.['kind'])
  const options = {
    tasks: Array.from(
      { length: tasks },
      (_, index): Task => ({ id: `t${index}`, prompt: `question ${index}`, meta: { kind: index % kinds } }),
    ),
    reward: (_task: Task, output: string): number => (output === 'right' ? 1 : 0),
    run: (rendered: string, task: Task): string => {
      calls.run++
      return rendered.includes(ruleOf(kindOf(task))) ? 'right' : 'wrong'
    },
    propose: ({ task }: Failure): string => {
      calls.propose++
      return ruleOf(kindOf(task))
    },
    ledger: store,
    clock: new VirtualClock(),
  }
  return { calls, options }
}
