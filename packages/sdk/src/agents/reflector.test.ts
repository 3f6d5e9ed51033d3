import type { Failure, RunContext } from '@agentdescent/core'
import { describe, expect, test } from 'vitest'
import { fc, test as property } from '@fast-check/vitest'
import type { Completion, CompletionRequest } from '../completion.ts'
import { fromFunction } from '../completion.ts'
import { ProviderError } from '../providers/provider-error.ts'
import { noAnswer } from '../scorers/no-answer.ts'
import { reflector } from './reflector.ts'

const context: RunContext = {
  signal: new AbortController().signal,
  trial: 0,
  seed: 0,
  once: (_request: unknown, call) => call(),
  report: () => undefined,
}

function failure(id: string, rest: Partial<Failure> = {}): Failure {
  const task = { id, prompt: `question ${id}`, meta: { gold: `gold ${id}` } }
  return { rendered: 'Be brief.', task, output: `output ${id}`, reward: 0.25, ...rest }
}

function recording(
  requests: CompletionRequest[],
  reply = '<new_instruction>Be right.</new_instruction>',
): Completion {
  return fromFunction((request) => {
    requests.push(request)
    return reply
  })
}

function refusing(failed: ProviderError['failure'], code: ProviderError['code']): Completion {
  const details = { failure: failed, message: 'x', provider: 'test', retryable: false, terminal: false }
  return async () => {
    throw new ProviderError({ ...details, code: JSON.parse(JSON.stringify(code)) })
  }
}

describe('a reflector', () => {
  test('says how scoring works and shows input, output, reward and expected output', async () => {
    const requests: CompletionRequest[] = []
    const propose = reflector(recording(requests), {
      scoring: 'One word scores 1.',
      maxTokens: 9,
      temperature: 1,
    })
    expect(await propose(failure('a'), context)).toEqual({ text: 'Be right.' })
    const { prompt = '', ...limits } = requests[0] ?? {}
    expect(limits).toEqual({ maxTokens: 9, temperature: 1 })
    const inOrder = [
      'One word scores 1.',
      '"""\nBe brief.\n"""',
      '"""\nquestion a\n"""',
      '0.25',
      '"""\noutput a\n"""',
      '"""\ngold a\n"""',
    ]
    const places = inOrder.map((text) => prompt.indexOf(text))
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
  })

  test('shows the newest failures of the same instruction, each task once, and no others', async () => {
    const requests: CompletionRequest[] = []
    const propose = reflector(recording(requests), { cases: 3 })
    for (const id of ['a', 'b', 'c', 'b', 'd']) await propose(failure(id), context)
    await propose(failure('e', { rendered: 'Be polite.' }), context)
    const shown = requests.map(({ prompt }) =>
      [...prompt.matchAll(/"""\nquestion (.)\n"""/g)].map(([, id]) => id).join(''),
    )
    expect(shown).toEqual(['a', 'ba', 'cba', 'bca', 'dbc', 'e'])
  })

  test('can keep the expected output to itself, and read it under another name', async () => {
    const requests: CompletionRequest[] = []
    await reflector(recording(requests), { showExpected: false })(failure('a'), context)
    expect(requests[0]?.prompt).not.toContain('gold a')
    const task = { id: 't', prompt: 'p', meta: { answer: 42 } }
    await reflector(recording(requests), { goldKey: 'answer' })(failure('a', { task }), context)
    expect(requests[1]?.prompt).toContain('"""\n42\n"""')
  })

  test('shows what arrived of an answer that was cut off, and that it was', async () => {
    const requests: CompletionRequest[] = []
    await reflector(recording(requests))(failure('a', { output: noAnswer('truncated', 'Well, it') }), context)
    expect(requests[0]?.prompt).toContain('"""\nWell, it\n... no answer (truncated)\n"""')
  })

  property.prop([
    fc.string({ unit: fc.constantFrom('"', '\n', 'a', '{cases}', '{{') }),
    fc.constantFrom('input', 'output', 'artifact'),
  ])('keeps data inside its block, whatever it holds', async (text, where) => {
    const requests: CompletionRequest[] = []
    const task = { id: 't', prompt: where === 'input' ? text : 'p', meta: { gold: 'g' } }
    const given = {
      task,
      ...(where === 'output' ? { output: text } : {}),
      ...(where === 'artifact' ? { rendered: text } : {}),
    }
    await reflector(recording(requests))(failure('t', given), context)
    let quotes = '"""'
    while (text.includes(quotes)) quotes += '"'
    const [, found = '', ...rest] = (requests[0]?.prompt ?? '').split(`\n${quotes}\n${text}\n${quotes}\n`)
    expect(found).not.toBe('')
    expect([found, ...rest].join('')).not.toContain(`\n${quotes}"`)
  })

  test('shortens what is long', async () => {
    const requests: CompletionRequest[] = []
    await reflector(recording(requests), { maxChars: 10 })(
      failure('a', { output: 'x'.repeat(5000) }),
      context,
    )
    expect(requests[0]?.prompt).toContain(`\n${'x'.repeat(10)} ...\n`)
  })

  test('takes another template and tag, whose variables are checked', async () => {
    const requests: CompletionRequest[] = []
    const propose = reflector(recording(requests, '<rule>Be right.</rule>'), {
      template: '{artifact}\n{cases}\nAnswer in <rule>.',
      tag: 'rule',
    })
    expect(await propose(failure('a'), context)).toEqual({ text: 'Be right.' })
    expect(requests[0]?.prompt).toMatch(/^"""\nBe brief\.\n"""\nCase 1\n/)
  })

  test.each([
    { template: '{artifact} <new_instruction>', message: 'lacks the variable {cases}' },
    { template: '{artifact} {cases}', message: 'never names the tag <new_instruction>' },
    { template: '{artifact} {cases} {gold} <new_instruction>', message: 'knows no variable {gold}' },
  ])('refuses a template that $message', ({ template, message }) => {
    const make = (): unknown => reflector(recording([]), { template })
    expect(make).toThrow(expect.objectContaining({ code: 'bad-template', argument: 'template' }))
    expect(make).toThrow(message)
  })

  test.each([
    { failed: 'truncated', code: 'length-stop' },
    { failed: 'refused', code: 'refused' },
    { failed: 'malformed', code: 'empty-answer' },
  ] as const)('has no proposal when the model ends with $code', async ({ failed, code }) => {
    expect(await reflector(refusing(failed, code))(failure('a'), context)).toBeUndefined()
  })

  test('fails when the provider does', async () => {
    const proposing = reflector(refusing('rate', 'rate-limited'))(failure('a'), context)
    await expect(proposing).rejects.toMatchObject({ failure: 'rate' })
  })

  test('has no proposal in a reply without one', async () => {
    expect(await reflector(recording([], 'NONE'))(failure('a'), context)).toBeUndefined()
  })
})
