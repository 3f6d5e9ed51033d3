import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evolve, type EvolutionResult } from '@agentdescent/sdk'
import { afterAll, expect, test } from 'vitest'
import { loadResult, saveResult } from './save-result.ts'

const folder = mkdtempSync(join(tmpdir(), 'agentdescent-result-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A run with a fusion, a refusal, rationales, graded rewards and a failing task. */
function lively(): Promise<EvolutionResult> {
  const rules = ['year', 'unit', 'source']
  return evolve({
    tasks: Array.from({ length: 15 }, (_, index) => ({ id: `t${index}`, prompt: rules[index % 3] ?? '' })),
    run: (rendered, { prompt }) => (rendered.includes(prompt) ? 'ok' : 'miss'),
    reward: (_task, output) => (output === 'ok' ? 1 : 0.25),
    propose: ({ task }) => ({ text: task.prompt, rationale: `it lacks ${task.prompt}` }),
    rounds: 4,
    onEvent: () => undefined,
  })
}

test('a result read back is the result that was saved', async () => {
  const result = await lively()
  const path = join(folder, 'deep', 'result.json')
  await saveResult(result, path)
  const read = await loadResult(path)
  const plain = ({ outcomes, fusionStats, report, state, ...data }: EvolutionResult): unknown => ({
    ...data,
    state: [...state],
    outcomes: outcomes(),
    fusionStats: fusionStats(),
    report: report(),
  })
  expect(plain(read)).toEqual(plain(result))
  expect(readdirSync(join(folder, 'deep'))).toEqual(['result.json'])
})

test('an error keeps its name, code and sentence', async () => {
  const result = await lively()
  const error = Object.assign(new RangeError('too far'), { code: 'range' })
  const path = join(folder, 'failed.json')
  await saveResult({ ...result, error, stopReason: 'error' }, path)
  expect((await loadResult(path)).error).toMatchObject({
    name: 'RangeError',
    code: 'range',
    message: 'too far',
  })
})

test.each([
  ['a missing file', undefined, 'ENOENT'],
  ['no JSON', '{"format": 1', 'JSON'],
  ['a newer format', '{"format": 2}', 'format'],
  ['a field of another type', '{"format": 1, "version": "two"}', 'version'],
])('%s is refused with its path and the reason', async (name, text, reason) => {
  const path = join(folder, `${name.replaceAll(' ', '-')}.json`)
  if (text !== undefined) writeFileSync(path, text)
  await expect(loadResult(path)).rejects.toMatchObject({ code: 'unreadable-result', argument: 'path' })
  await expect(loadResult(path)).rejects.toThrow(reason)
  await expect(loadResult(path)).rejects.toThrow(path)
})

test('what cannot be written leaves the old file as it was', async () => {
  const path = join(folder, 'kept.json')
  writeFileSync(path, 'old')
  const result = await lively()
  const cyclic: Record<string, unknown> = {}
  cyclic['self'] = cyclic
  await expect(saveResult(Object.assign({ ...result }, { settings: cyclic }), path)).rejects.toThrow()
  expect(readFileSync(path, 'utf8')).toBe('old')
})
