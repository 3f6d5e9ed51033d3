import type { Task } from '@agentdescent/core'
import { describe, expect, test } from 'vitest'
import { inspectTasks } from './inspect-tasks.ts'

/** Thirty sound tasks of two classes. */
const sound: readonly Task[] = Array.from({ length: 30 }, (_, index) => ({
  id: String(index),
  prompt: `Is ${index} even?`,
  meta: { gold: index % 2 === 0 ? 'yes' : 'no' },
}))

/** Thirty sound tasks with an answer each. */
const open: readonly Task[] = sound.map((task) => ({ ...task, meta: { gold: `answer ${task.id}` } }))

describe('an inspection of tasks', () => {
  test('finds nothing wrong with sound ones', () => {
    expect(inspectTasks(sound)).toEqual([])
  })

  test('finds prompts that are there twice, and answers that contradict each other', () => {
    const twice = [...sound, { id: 'again', prompt: 'is 4 EVEN', meta: { gold: 'yes' } }]
    expect(inspectTasks(twice)).toMatchObject([{ kind: 'duplicate-prompt', tasks: ['4', 'again'] }])
    const contradicting = [...sound, { id: 'other', prompt: 'Is 4 even?', meta: { gold: 'no' } }]
    expect(inspectTasks(contradicting)).toMatchObject([{ kind: 'contradicting-gold', tasks: ['4', 'other'] }])
  })

  test('finds an answer that the prompt gives away, but not the name of a class', () => {
    const leaking = [...open, { id: 'leak', prompt: 'The capital, Paris, is?', meta: { gold: 'paris' } }]
    expect(inspectTasks(leaking)).toMatchObject([{ kind: 'gold-in-prompt', tasks: ['leak'] }])
    const classes = sound.map((task) => ({ ...task, prompt: `${task.prompt} Say yes or no.` }))
    expect(inspectTasks(classes)).toEqual([])
  })

  test('does not take a part of a word for an answer given away', () => {
    const inside = [...open, { id: 'x', prompt: 'Concatenate con and cat', meta: { gold: 'concat' } }]
    expect(inspectTasks(inside)).toEqual([])
  })

  test('finds a class that cannot be both learned and held out, and says how many tasks it lacks', () => {
    const rare = [...sound, { id: 'odd', prompt: 'Is x even?', meta: { gold: 'unknown' } }]
    expect(inspectTasks(rare)).toMatchObject([
      { kind: 'rare-class', gold: 'unknown', missing: 2, tasks: ['odd'] },
    ])
    expect(inspectTasks(rare, { heldOutFraction: 0.5 })).toMatchObject([{ missing: 1 }])
  })

  test('takes different answers for no classes at all', () => {
    expect(inspectTasks(open)).toEqual([])
  })

  test.each([
    { count: 4, missing: 21 },
    { count: 20, missing: 5 },
  ])('says of $count tasks that $missing are missing', ({ count, missing }) => {
    const [finding] = inspectTasks(sound.slice(0, count)).filter(({ kind }) => kind === 'too-few-tasks')
    expect(finding).toMatchObject({ missing })
    expect(finding?.message).toContain(`With ${missing} more there are 10.`)
    expect(inspectTasks(sound.slice(0, count + missing)).some(({ kind }) => kind === 'too-few-tasks')).toBe(
      false,
    )
  })

  test('compares what can be compared, under the name given', () => {
    const numbers = sound.map((task, index) => ({ ...task, meta: { answer: index, gold: [index] } }))
    expect(inspectTasks(numbers)).toEqual([])
    expect(inspectTasks(numbers, { goldKey: 'answer' })).toEqual([])
  })
})
