import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { schedulerContract } from '../testing/scheduler-contract.ts'
import { ignoresTheAbort, leavesAWorkerBehind } from '../testing/wrong/schedulers.ts'
import type { Scheduler } from './scheduler.ts'
import { serial } from './serial.ts'
import { synchronous } from './synchronous.ts'

const right: [string, (rounds: number) => Scheduler][] = [
  ['synchronous', (rounds) => synchronous({ rounds })],
  ['synchronous, one at a time', (rounds) => synchronous({ rounds, concurrency: 1 })],
  ['synchronous, old snapshots', (rounds) => synchronous({ rounds, refreshInterval: 2 })],
  ['serial', (rounds) => serial({ rounds })],
]

describe.each(right)('%s', (_name, make) => {
  test.each(schedulerContract())('$name', ({ run }) => run({ make, delay }))
})

test.each([
  ['leaves a worker behind', leavesAWorkerBehind],
  ['ignores the abort', ignoresTheAbort],
])('the suite refuses a scheduler that %s', async (_name, make) => {
  const broken: string[] = []
  for (const { name, run } of schedulerContract()) {
    const late = delay(500).then(() => Promise.reject(new Error('does not end')))
    await Promise.race([run({ make, delay }), late]).catch(() => broken.push(name))
    late.catch(() => undefined)
  }
  expect(broken).not.toEqual([])
})
