import { setTimeout as delay } from 'node:timers/promises'
import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { mapBounded, TaskGroup } from './task-group.ts'

describe('a task group', () => {
  test('throws the first failure, and not before every task has ended', async () => {
    const group = new TaskGroup()
    const ended: string[] = []
    group.spawn(async () => {
      await delay(6)
      ended.push('slow')
    })
    group.spawn(async () => {
      await delay(1)
      throw new Error('first')
    })
    group.spawn(async () => {
      await delay(3)
      throw new Error('second')
    })
    await expect(group.join()).rejects.toThrow('first')
    expect([ended, group.failed]).toEqual([['slow'], true])
  })

  test('owns a rejection from its start, so that no process dies of it before join', async () => {
    const group = new TaskGroup()
    group.spawn(async () => {
      throw new Error('early')
    })
    await delay(5)
    await expect(group.join()).rejects.toThrow('early')
  })

  test('tells a task that threw nothing from one that did not throw', async () => {
    const group = new TaskGroup()
    group.spawn(() => Promise.reject())
    await expect(group.join()).rejects.toBeUndefined()
  })
})

describe('a bounded map', () => {
  test.prop([fc.array(fc.nat({ max: 3 }), { maxLength: 25 }), fc.integer({ min: 1, max: 6 })])(
    'keeps order and width',
    async (pauses, width) => {
      let [active, peak] = [0, 0]
      const results = await mapBounded(pauses, width, async (pause, index) => {
        active += 1
        peak = Math.max(peak, active)
        await delay(pause)
        active -= 1
        return index
      })
      expect(results).toEqual([...pauses.keys()])
      expect(peak).toBe(Math.min(width, pauses.length))
    },
  )

  test('starts nothing after a failure, and waits for what is under way', async () => {
    const started: number[] = []
    let isEnded = false
    const mapped = mapBounded([0, 1, 2, 3, 4], 2, async (item) => {
      started.push(item)
      if (item === 0) throw new Error('item 0')
      await delay(4)
      isEnded = true
    })
    await expect(mapped).rejects.toThrow('item 0')
    expect([started, isEnded]).toEqual([[0, 1], true])
  })
})
