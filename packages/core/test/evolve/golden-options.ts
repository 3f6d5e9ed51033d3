import { MemoryStore, type LedgerStore, type Task } from '../../src/index.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'

export const RULE = 'Answer in lower case.'

interface GoldenCalls {
  run: number
  propose: number
}

/** Tasks that one rule solves: `run` is right exactly when the rendering holds it, `propose` always proposes it. */
export function goldenRun(store: LedgerStore = new MemoryStore(), count = 12) {
  const calls: GoldenCalls = { run: 0, propose: 0 }
  const options = {
    tasks: Array.from(
      { length: count },
      (_, index): Task => ({ id: `t${index}`, prompt: `question ${index}` }),
    ),
    reward: (_task: Task, output: string): number => (output === 'right' ? 1 : 0),
    run: (rendered: string): string => {
      calls.run++
      return rendered.includes(RULE) ? 'right' : 'wrong'
    },
    propose: (): string => {
      calls.propose++
      return RULE
    },
    ledger: store,
    clock: new VirtualClock(),
  }
  return { calls, options }
}
