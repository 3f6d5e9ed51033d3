import type { RunContext, Usage } from '@agentdescent/core'
import { describe, expect, test } from 'vitest'
import type { Completion, CompletionRequest } from '../completion.ts'
import { echo, fromFunction } from '../completion.ts'
import { ProviderError } from '../providers/provider-error.ts'
import { exact } from '../scorers/exact.ts'
import { isNoAnswer, readableOutput } from '../scorers/no-answer.ts'
import { llmAgent } from './llm-agent.ts'

const task = { id: 't', prompt: 'How {artifact}?', meta: { gold: 'well' } }

function context(reported: Usage[] = []): RunContext {
  return {
    signal: new AbortController().signal,
    trial: 0,
    seed: 5,
    once: (_request, call) => call(),
    report: (usage) => void reported.push(usage),
  }
}

/** A model that keeps what it is asked. */
function recording(requests: CompletionRequest[], answer = ' fine \n'): Completion {
  return fromFunction((request) => {
    requests.push(request)
    return answer
  })
}

function failing(failure: ProviderError['failure'], code: string, partialText?: string): Completion {
  return async () => {
    throw new ProviderError({
      code: JSON.parse(JSON.stringify(code)),
      failure,
      message: 'no answer',
      provider: 'test',
      retryable: false,
      terminal: false,
      ...(partialText === undefined ? {} : { partialText }),
    })
  }
}

describe('an agent made of a model', () => {
  test('puts the artifact into the system message and the task into the user message', async () => {
    const requests: CompletionRequest[] = []
    expect(await llmAgent(recording(requests)).run('Be brief.', task, context())).toBe('fine')
    expect(requests).toEqual([{ system: 'Be brief.', prompt: 'How {artifact}?' }])
  })

  test('uses the templates, limits and seed that it is given', async () => {
    const requests: CompletionRequest[] = []
    const agent = llmAgent(recording(requests), {
      system: '',
      user: '{artifact}\n---\n{prompt}',
      maxTokens: 5,
      temperature: 0,
      stop: ['\n'],
      sendSeed: true,
    })
    await agent.run('A', task, context())
    expect(requests).toEqual([
      { system: '', prompt: 'A\n---\nHow {artifact}?', maxTokens: 5, temperature: 0, stop: ['\n'], seed: 5 },
    ])
  })

  test.each([
    { options: { system: 'fixed' }, message: 'lack the variable {artifact}' },
    { options: { user: 'fixed' }, message: 'lack the variable {prompt}' },
    { options: { user: '{prompt} {task}' }, message: 'knows no variable {task}' },
  ])('is refused when its templates $message', ({ options, message }) => {
    expect(() => llmAgent(echo(), options)).toThrow(expect.objectContaining({ code: 'bad-template' }))
    expect(() => llmAgent(echo(), options)).toThrow(message)
  })

  test.each([
    {
      failure: 'truncated',
      code: 'length-stop',
      partial: 'well',
      readable: 'well\n... no answer (truncated)',
    },
    { failure: 'refused', code: 'refused', partial: undefined, readable: 'no answer (refused)' },
    { failure: 'malformed', code: 'empty-answer', partial: undefined, readable: 'no answer (empty)' },
    { failure: 'malformed', code: 'reasoning-only', partial: undefined, readable: 'no answer (empty)' },
  ] as const)('counts $code as an answer that scores 0', async ({ failure, code, partial, readable }) => {
    const output = await llmAgent(failing(failure, code, partial)).run('A', task, context())
    expect(isNoAnswer(output)).toBe(true)
    expect(readableOutput(output)).toBe(readable)
    expect(exact()(task, output)).toBe(0)
  })

  test.each(['rate', 'transient', 'deadline', 'auth', 'quota'] as const)(
    'fails as a rollout when the provider fails with %s',
    async (failure) => {
      await expect(llmAgent(failing(failure, 'x')).run('A', task, context())).rejects.toMatchObject({
        failure,
      })
    },
  )

  test('warns at the first and the tenth empty answer', async () => {
    await aTurn()
    const warnings: string[] = []
    const note = (warning: Error): void => void warnings.push(warning.message)
    process.on('warning', note)
    const { run } = llmAgent(failing('malformed', 'empty-answer'))
    for (let call = 0; call < 12; call += 1) await run('A', task, context())
    await aTurn()
    process.off('warning', note)
    expect(
      warnings.filter((text) => text.includes('empty answer')).map((text) => text.split('.')[0]),
    ).toEqual([
      'The model gave 1 empty answer, each scored 0',
      'The model gave 10 empty answers, each scored 0',
    ])
  })

  test('asks the same model for proposals unless it is given a proposer', async () => {
    const requests: CompletionRequest[] = []
    const failure = { rendered: 'A', task, output: 'x', reward: 0 }
    await llmAgent(recording(requests)).propose(failure, context())
    expect(requests[0]?.prompt).toContain('<new_instruction>')
    const own = llmAgent(echo(), { propose: () => 'mine' })
    expect(await own.propose(failure, context())).toBe('mine')
  })
})

/** Lets warnings that are on their way arrive. */
async function aTurn(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 5)
  })
}
