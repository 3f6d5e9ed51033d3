import { describe, expect, test } from 'vitest'
import type { Usage } from '@agentdescent/core'
import { echo, fromFunction } from './completion.ts'

const context = (reported: Usage[] = []): { signal: AbortSignal; report: (usage: Usage) => void } => ({
  signal: new AbortController().signal,
  report: (usage) => void reported.push(usage),
})

describe('a completion from a function', () => {
  test('answers with what the function returns, now or later, and costs no request', async () => {
    const reported: Usage[] = []
    const later = fromFunction(
      ({ prompt, system }) => new Promise((resolve) => setTimeout(() => resolve(`${system}: ${prompt}`), 5)),
    )
    const result = await later({ system: 's', prompt: 'p' }, context(reported))
    expect(result).toEqual({ text: 's: p', usage: {}, finishReason: 'stop' })
    expect(reported).toEqual([])
  })

  test('passes on what the function reports', async () => {
    const reported: Usage[] = []
    const own = fromFunction((_, { report }) => {
      report({ requests: 1, promptTokens: 2, completionTokens: 3 })
      return 'x'
    })
    await own({ prompt: '' }, context(reported))
    expect(reported).toEqual([{ requests: 1, promptTokens: 2, completionTokens: 3 }])
  })

  test.each([undefined, null, 7])('refuses %s for an answer', async (answer) => {
    const broken = fromFunction(() => JSON.parse(JSON.stringify({ answer })).answer)
    await expect(broken({ prompt: '' }, context())).rejects.toThrow(TypeError)
  })

  test('is not asked when the run has ended', async () => {
    const ended = { ...context(), signal: AbortSignal.abort() }
    await expect(fromFunction(() => 'x')({ prompt: '' }, ended)).rejects.toThrow(/abort/i)
  })
})

describe('an echo', () => {
  test('answers with the prompt, transformed if told to', async () => {
    expect((await echo()({ prompt: 'a' }, context())).text).toBe('a')
    expect((await echo((prompt) => prompt.toUpperCase())({ prompt: 'a' }, context())).text).toBe('A')
  })
})
