import { expect, test } from 'vitest'
import { artifactId, workerId } from './ids.ts'

test.each(['a', 'system-prompt', 'v1.2_x', '.hidden', 'A'.repeat(100)])('takes %j', (raw) => {
  expect(artifactId(raw)).toBe(raw)
})

test.each(['', '.', '..', '...', 'a/b', 'a\\b', 'a b', 'é', 'a\n', 'a\u0000', 'x.lock', 'A'.repeat(101)])(
  'refuses %j, with the value and the rule',
  (raw) => {
    expect(() => artifactId(raw)).toThrow(
      expect.objectContaining({
        code: 'bad-artifact-id',
        argument: 'artifact.id',
        message: expect.stringContaining('[A-Za-z0-9_.-]+'),
      }),
    )
  },
)

test('numbers workers from zero', () => {
  expect([0, 1, 12].map(workerId)).toEqual(['w0', 'w1', 'w12'])
})
