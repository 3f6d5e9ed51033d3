import { afterEach, describe, expect, test, vi } from 'vitest'
import { resolveEndpoint } from './endpoint.ts'

const settings = {
  provider: 'openaiCompatible',
  model: 'm',
  baseUrlEnv: 'TEST_BASE_URL',
  defaultBaseUrl: 'https://api.example.com/v1',
  apiKeyEnv: 'TEST_KEY',
  limits: { deadlineMs: 1, idleMs: 1, maxBytes: 1 },
}

describe('an endpoint', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  test('is read from the environment at the time of the call', () => {
    vi.stubEnv('TEST_KEY', ' key ')
    expect(resolveEndpoint(settings).baseUrl).toBe('https://api.example.com/v1')
    vi.stubEnv('TEST_BASE_URL', 'http://10.0.0.1:8080/v1')
    expect(resolveEndpoint(settings)).toMatchObject({ baseUrl: 'http://10.0.0.1:8080/v1' })
    expect(resolveEndpoint(settings).key?.reveal()).toBe('key')
    expect(resolveEndpoint({ ...settings, baseUrl: 'http://b/' }).baseUrl).toBe('http://b/')
  })

  test.each(['http://localhost:1/v1', 'http://127.0.0.1/', 'http://127.9.9.9/', 'http://[::1]:80/'])(
    'needs no key on loopback: %s',
    (baseUrl) => {
      expect(resolveEndpoint({ ...settings, baseUrl }).key).toBeUndefined()
    },
  )

  test.each([
    'http://127.0.0.1.evil.com/',
    'http://localhost.evil.com/',
    'https://10.0.0.1/',
    'http://[::2]/',
  ])('needs a key elsewhere: %s', (baseUrl) => {
    expect(() => resolveEndpoint({ ...settings, baseUrl })).toThrow(
      expect.objectContaining({ code: 'missing-key', argument: 'apiKeyEnv', value: 'TEST_KEY' }),
    )
  })

  test('needs no key when none is to be sent, and then reads none', () => {
    vi.stubEnv('TEST_KEY', 'key')
    expect(resolveEndpoint({ ...settings, apiKeyEnv: null }).key).toBeUndefined()
  })

  test.each(['sk-1\nsk-2', 'sk 1', 'sk-ü'])(
    'refuses a variable that holds %j, without quoting it',
    (value) => {
      vi.stubEnv('TEST_KEY', value)
      expect(() => resolveEndpoint(settings)).toThrow(
        expect.objectContaining({ code: 'bad-key', value: 'TEST_KEY' }),
      )
      expect(() => resolveEndpoint(settings)).not.toThrow(value)
    },
  )

  test.each(['ftp://a/', 'api.example.com/v1', 'not a url', 'http://user:pass@a/'])(
    'refuses the base URL %s',
    (baseUrl) => {
      vi.stubEnv('TEST_KEY', 'key')
      expect(() => resolveEndpoint({ ...settings, baseUrl })).toThrow(
        expect.objectContaining({ code: 'bad-base-url', argument: 'baseUrl' }),
      )
      expect(() => resolveEndpoint({ ...settings, baseUrl })).not.toThrow('pass@')
    },
  )

  test('shows its URL without what could be a secret', () => {
    const baseUrl = 'http://localhost/v1?token=abc#x'
    expect(resolveEndpoint({ ...settings, baseUrl }).shownUrl).toBe('http://localhost/v1')
  })
})
