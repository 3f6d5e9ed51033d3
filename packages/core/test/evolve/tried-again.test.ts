import { describe, expect, test } from 'vitest'
import { BackendError, type RunContext, type Task } from '../../src/index.ts'
import { KilledRun, options } from './killed-run.ts'

const ROUNDS = 8

class KeyRefused extends BackendError {
  override readonly terminal = true
}

/** A run whose backend answers so many calls, and from then on refuses the key until it is mended. */
function refusedAfter(answers: number) {
  const { run } = options()
  const backend = { left: answers, answered: new Array<string>() }
  const killed = new KilledRun({
    rounds: ROUNDS,
    run(rendered: string, task: Task, context: RunContext) {
      if (backend.left-- <= 0) throw new KeyRefused({ code: 'unauthorized', message: 'The key was refused.' })
      backend.answered.push(`${task.id} ${context.trial} ${rendered}`)
      return run?.(rendered, task, context) ?? ''
    },
  })
  return { killed, backend }
}

describe.each([0, 1, 20])('a run that an error ended after %i answers', (answers) => {
  test('is tried again: it plays every one of its rounds, and asks nothing that was answered', async () => {
    const { killed, backend } = refusedAfter(answers)
    const first = await killed.finished()
    expect(first.stopReason).toBe('error')
    expect(first.history.length).toBeLessThan(ROUNDS)
    const stillDown = await killed.finished()
    expect(stillDown.stopReason).toBe('error')
    expect(stillDown.warnings.join()).not.toContain('nothing was done')
    backend.left = Infinity
    const mended = await killed.finished()
    expect([mended.stopReason, mended.history.map(({ round }) => round)]).toEqual([
      'rounds',
      Array.from({ length: ROUNDS }, (_, round) => round),
    ])
    expect(backend.answered.length).toBe(mended.cost.runCalls - mended.cost.failures)
    const asked = killed.asked.length
    const over = await killed.finished()
    expect([over.calls, over.rendered, killed.asked.length]).toEqual([mended.calls, mended.rendered, asked])
  })

  test('has as many failures to spare as at its start', async () => {
    const { killed, backend } = refusedAfter(answers)
    await killed.finished()
    backend.left = 0
    const asked = killed.asked.length
    await killed.finished()
    const again = killed.asked.length - asked
    expect(again).toBeGreaterThanOrEqual(3)
  })
})
