import { describe, expect, test } from 'vitest'
import { fc, test as property } from '@fast-check/vitest'
import { template } from './template.ts'

const rules = { argument: 'user', known: ['artifact', 'prompt'], required: ['prompt'] }

describe('a template', () => {
  property.prop([fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })])(
    'puts values in as they are, whatever they look like',
    (artifact, prompt) => {
      const fill = template('<{artifact}|{prompt}>', rules)
      expect(fill({ artifact, prompt })).toBe(`<${artifact}|${prompt}>`)
    },
  )

  test('does not fill in what a value holds', () => {
    const fill = template('{artifact} {prompt}', rules)
    expect(fill({ artifact: '{prompt}', prompt: '$& {{x}}' })).toBe('{prompt} $& {{x}}')
  })

  test('writes doubled braces as single ones and leaves JSON alone', () => {
    expect(template('{{prompt}} {"a": 1} {prompt}', rules)({ prompt: 'x' })).toBe('{prompt} {"a": 1} x')
  })

  test.each([
    { text: '{prompt} {promt}', value: '{promt}', problem: 'knows no variable {promt}' },
    { text: 'only {artifact}', value: 'only {artifact}', problem: 'lacks the variable {prompt}' },
  ])('is refused when it $problem', ({ text, value, problem }) => {
    expect(() => template(text, rules)).toThrow(
      expect.objectContaining({
        code: 'bad-template',
        argument: 'user',
        value,
        message: expect.stringContaining(problem),
      }),
    )
  })
})
