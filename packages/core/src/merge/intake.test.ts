import { setTimeout as delay } from 'node:timers/promises'
import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { cardOf, diffOf } from '../../test/vectors/fixtures.ts'
import { Intake } from './intake.ts'

const card = (text: string, artifact = 'a'): ReturnType<typeof cardOf> => cardOf(text, diffOf([], artifact))

test('keeps the branches of one artifact apart', () => {
  const intake = new Intake({ batchTrigger: 2 })
  intake.add(card('c0'))
  intake.add(card('c1'), 'experiment')
  expect(intake.ready()).toEqual([])
  intake.add(card('c2'), 'experiment')
  expect(intake.ready()).toEqual([{ artifact: 'a', branch: 'experiment' }])
  const drained = intake.ready().flatMap((bucket) => intake.drain(bucket))
  expect(drained.map(({ text }) => text)).toEqual(['c1', 'c2'])
  expect([intake.pending, intake.waiting()]).toEqual([1, [{ artifact: 'a', branch: 'dev' }]])
})

test('cannot mistake one artifact and branch for another', () => {
  const intake = new Intake({ batchTrigger: 1 })
  intake.add(card('c0', 'a-b'), 'c')
  intake.add(card('c1', 'a'), 'b-c')
  intake.add(card('c2', '__proto__'), 'dev')
  expect(intake.ready()).toHaveLength(3)
})

test('lists ready buckets in order of creation, a drained one at its new place', () => {
  const intake = new Intake({ batchTrigger: 1 })
  for (const artifact of ['a', 'b', 'c']) intake.add(card('', artifact))
  const [first] = intake.ready()
  if (first !== undefined) intake.drain(first)
  intake.add(card('', 'a'))
  expect(intake.ready().map(({ artifact }) => artifact)).toEqual(['b', 'c', 'a'])
})

test('makes a lone card ready after one round by default', () => {
  const intake = new Intake()
  intake.add(card('c0'))
  expect(intake.ready()).toEqual([])
  intake.tick()
  expect(intake.ready()).toHaveLength(1)
})

const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const), artifact: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ do: fc.constantFrom('tick' as const, 'merge' as const) }),
)

test.prop([
  fc.array(step, { maxLength: 60 }),
  fc.integer({ min: 1, max: 6 }),
  fc.integer({ min: 1, max: 6 }),
])(
  'hands out every card exactly once, whatever the triggers, once the rest is flushed',
  (steps, batchTrigger, maxWaitRounds) => {
    const intake = new Intake({ batchTrigger, maxWaitRounds })
    const out: string[] = []
    const merge = (buckets: ReturnType<Intake['ready']>): void => {
      for (const bucket of buckets) out.push(...intake.drain(bucket).map(({ text }) => text))
    }
    let added = 0
    for (const each of steps) {
      if (each.do === 'add') intake.add(card(String(added++), each.artifact))
      else if (each.do === 'tick') intake.tick()
      else merge(intake.ready())
      expect(intake.pending).toBe(added - out.length)
    }
    merge(intake.waiting())
    expect(out.toSorted()).toEqual(Array.from({ length: added }, (_, index) => String(index)).toSorted())
    expect(intake.pending).toBe(0)
  },
)

test('wakes everyone who waits when a card arrives, a round passes or someone notifies', async () => {
  const intake = new Intake()
  for (const change of [() => intake.add(card('c0')), () => intake.tick(), () => intake.notify()]) {
    const seen = intake.revision
    const woken = Promise.all([intake.changedSince(seen), intake.changedSince(seen)])
    setTimeout(change, 1)
    await woken
    expect(intake.revision).toBe(seen + 1)
  }
})

test('does not sleep through a change that came between looking and waiting', async () => {
  const intake = new Intake()
  const seen = intake.revision
  intake.add(card('c0'))
  await intake.changedSince(seen)
  const winner = await Promise.race([
    intake.changedSince(intake.revision).then(() => 'woken'),
    delay(3, 'asleep'),
  ])
  expect(winner).toBe('asleep')
})
