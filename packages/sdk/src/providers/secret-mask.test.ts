import { Buffer } from 'node:buffer'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { fc, test as property } from '@fast-check/vitest'
import { Secret } from './secret.ts'
import { answerMask, secretMask } from './secret-mask.ts'

const KEY = 'sk-Qz7/Pm+4vXw9-canary_T5uR2yN8'
const key = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_+/%"'), minLength: 16, maxLength: 60 })
const around = fc.string({ maxLength: 20 })

describe('the mask of a key', () => {
  property.prop([key, around, around])('hides it anywhere in a text', (secret, before, after) => {
    expect(secretMask(secret)(`${before}${secret}${after}`)).not.toContain(secret.slice(0, 6))
  })

  property.prop([key, around, fc.tuple(fc.nat(), fc.integer({ min: 8, max: 12 }))])(
    'hides every longer part of it',
    (secret, before, [from, length]) => {
      const start = from % (secret.length - 8)
      const part = secret.slice(start, start + length)
      expect(secretMask(secret)(`${before} ${part}`)).not.toContain(part)
    },
  )

  test.each([
    ['base64', Buffer.from(KEY).toString('base64').slice(2, -3)],
    ['base64 inside something', Buffer.from(`a:${KEY}`).toString('base64').slice(6, -4)],
    ['base64 inside something else', Buffer.from(`ab:${KEY}:x`).toString('base64').slice(8, -8)],
    ['base64url', Buffer.from(KEY).toString('base64url').slice(2, -3)],
    ['hex', Buffer.from(KEY).toString('hex')],
    ['a URL', encodeURIComponent(KEY)],
    ['JSON', JSON.stringify(KEY).slice(1, -1)],
  ])('hides it in %s', (_, encoded) => {
    expect(secretMask(KEY)(`<${encoded}>`)).toBe('<[hidden]>')
  })

  test('hides its shortened forms and leaves other stars alone', () => {
    const mask = secretMask(KEY)
    expect(mask(`Incorrect key: ${KEY.slice(0, 3)}********${KEY.slice(-4)}.`)).toBe('Incorrect key: [hidden]')
    expect(mask('a **bold** word and so on...')).toBe('a **bold** word and so on...')
  })

  property.prop([fc.string({ unit: 'grapheme' })])('leaves texts alone when there is no key', (text) => {
    expect(secretMask(undefined)(text)).toBe(text)
    expect(secretMask('')(text)).toBe(text)
  })

  test('hides a key that is shorter than any part', () => {
    expect(secretMask('abc')('x abc y')).toBe('x [hidden] y')
  })
})

describe('the mask of a key in answers', () => {
  property.prop([key, around, around])('hides the key and leaves the rest', (secret, before, after) => {
    fc.pre(!`${before}${after}`.includes(secret.slice(0, 4)) && !before.endsWith(secret.charAt(0)))
    const masked = answerMask(secret)(`${before}\n${secret}\n${after}`)
    expect(masked).toBe(`${before}\n[hidden]\n${after}`)
  })

  test('hides it in base64', () => {
    expect(answerMask(KEY)(`<${Buffer.from(KEY).toString('base64')}>`)).not.toContain('c2stUXo3')
  })

  test('leaves words alone that happen to be keys', () => {
    expect(answerMask('ollama')('ollama, an ollama')).toBe('ollama, an ollama')
    expect(answerMask(KEY)('canary birds sing')).toBe('canary birds sing')
  })
})

describe('a secret', () => {
  test('shows itself to nobody who does not ask for it', () => {
    const secret = new Secret(KEY)
    expect(secret.reveal()).toBe(KEY)
    const shown = [
      inspect(secret, { depth: null, showHidden: true }),
      String(secret),
      JSON.stringify({ secret }),
    ]
    expect(shown.join('\n')).not.toContain('canary')
  })
})
