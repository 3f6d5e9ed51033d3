import { expect, test } from 'vitest'
import { taskFingerprint } from './task-fingerprint.ts'

const task = { id: 'a', prompt: 'p', meta: { answer: 4, unit: 'm' } }

test('is the same for the same content in another order of keys', () => {
  expect(taskFingerprint({ meta: { unit: 'm', answer: 4 }, prompt: 'p', id: 'a' })).toBe(
    taskFingerprint(task),
  )
})

test('changes with the id, the prompt, and anything in meta', () => {
  const others = [
    { ...task, id: 'b' },
    { ...task, prompt: 'q' },
    { ...task, meta: { ...task.meta, answer: 5 } },
    { ...task, meta: { ...task.meta, answer: 4n } },
    { ...task, meta: { ...task.meta, answer: { nested: [4] } } },
    { ...task, meta: JSON.parse('{"__proto__": 4}') },
    { id: 'a', prompt: 'p' },
  ]
  expect(new Set([task, ...others].map(taskFingerprint)).size).toBe(others.length + 1)
})

test('takes a task whose meta refers to itself', () => {
  const meta: Record<string, unknown> = {}
  meta['self'] = meta
  expect(taskFingerprint({ id: 'a', prompt: 'p', meta })).toMatch(/^[0-9a-f]{64}$/)
})
