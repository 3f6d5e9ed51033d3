import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { composeRun, readRunSpec } from '../../src/index.ts'
import { SOUND, specFolder } from './spec-folder.ts'

interface Row {
  readonly what: string
  readonly spec: object | string
  readonly files?: Readonly<Record<string, string>>
  readonly code: string
  readonly argument: string
  readonly value?: string
  readonly says: readonly string[]
}

const { agent, data } = SOUND
const rows: readonly Row[] = [
  {
    what: 'an unknown field',
    spec: { ...SOUND, targt: 'x' },
    code: 'unknown-field',
    argument: 'targt',
    value: '"targt"',
    says: ['Did you mean target?', 'Its fields are', 'evaluation'],
  },
  {
    what: 'an unknown field inside',
    spec: { ...SOUND, agent: { ...agent, modle: 'x' } },
    code: 'unknown-field',
    argument: 'agent.modle',
    says: ['agent has no field "modle"', 'Did you mean model?', 'temperature'],
  },
  {
    what: 'a wrong type',
    spec: { ...SOUND, rounds: '8' },
    code: 'bad-field',
    argument: 'rounds',
    value: '"8"',
    says: ['rounds is "8"; it must be a number'],
  },
  {
    what: 'no rounds at all',
    spec: { ...SOUND, rounds: 0 },
    code: 'bad-field',
    argument: 'rounds',
    value: '0',
    says: ['at least 1'],
  },
  {
    what: 'a fraction that holds everything out',
    spec: { ...SOUND, evaluation: { heldOutFraction: 1 } },
    code: 'bad-field',
    argument: 'evaluation.heldOutFraction',
    value: '1',
    says: ['a number below 1'],
  },
  {
    what: 'a missing field',
    spec: { ...SOUND, agent: {} },
    code: 'missing-field',
    argument: 'agent.model',
    says: ['The spec has no agent.model', 'Give text'],
  },
  {
    what: 'a placeholder',
    spec: { ...SOUND, agent: { model: '<your-model>' } },
    code: 'placeholder',
    argument: 'agent.model',
    value: '"<your-model>"',
    says: ['agent.model is still "<your-model>"', 'Put the real value there'],
  },
  {
    what: 'an unknown scorer',
    spec: { ...SOUND, score: 'exakt' },
    code: 'unknown-name',
    argument: 'score',
    value: '"exakt"',
    says: ['Did you mean exact?', 'last-number'],
  },
  {
    what: 'an unknown kind',
    spec: { ...SOUND, kind: 'txt' },
    code: 'bad-field',
    argument: 'kind',
    value: '"txt"',
    says: ['"text"'],
  },
  {
    what: 'an unknown provider',
    spec: { ...SOUND, agent: { ...agent, provider: 'openai' } },
    code: 'bad-field',
    argument: 'agent.provider',
    value: '"openai"',
    says: ['"openai-compatible" or "anthropic"'],
  },
  {
    what: 'an unknown rule',
    spec: { ...SOUND, policies: { staleness: 'guard' } },
    code: 'unknown-name',
    argument: 'policies.staleness',
    value: '"guard"',
    says: ['Known are full, guarded, reflective'],
  },
  {
    what: 'a setting that a rule does not take',
    spec: { ...SOUND, policies: { fusion: { name: 'union', tornament: true } } },
    code: 'bad-setting',
    argument: 'policies.fusion',
    value: '{"tornament":true}',
    says: ['Its settings are tournament'],
  },
  {
    what: 'B4: a scheduler that ignores an option',
    spec: { ...SOUND, scheduler: 'serial', workers: 3 },
    code: 'unhonoured-option',
    argument: 'workers',
    value: '3',
    says: ['serial() does not use workers'],
  },
  {
    what: 'a text for a list of rules',
    spec: { ...SOUND, target: { text: 'Answer.' }, strategy: 'append-rules' },
    code: 'unhonoured-field',
    argument: 'target',
    says: ['a list of rules begins empty'],
  },
  {
    what: 'a template without the prompt',
    spec: { ...SOUND, agent: { ...agent, user: 'Answer!' } },
    code: 'bad-template',
    argument: 'system',
    says: ['{prompt}'],
  },
  {
    what: 'B1: a budget below one merge',
    spec: { ...SOUND, stop: { maxCalls: 8 } },
    code: 'budget-too-small',
    argument: 'stop.maxCalls',
    value: '8',
    says: ['judging the first merge takes up to 15 calls', 'Allow at least 15'],
  },
  {
    what: 'JSON with a mistake',
    spec: '{\n  "target": ,\n}',
    code: 'bad-spec-json',
    argument: 'spec',
    says: ['line 2, column 13'],
  },
  {
    what: 'an empty file',
    spec: '',
    code: 'bad-spec-json',
    argument: 'spec',
    says: ['line 1, column 1'],
  },
  {
    what: 'a list',
    spec: '[]',
    code: 'bad-field',
    argument: 'spec',
    value: '[]',
    says: ['it must be an object'],
  },
  {
    what: 'a data file that is not there',
    spec: { ...SOUND, data: { path: 'cases.csv' } },
    code: 'missing-file',
    argument: 'path',
    value: 'cases.csv',
    says: ['FOLDER/cases.csv (ENOENT)'],
  },
  {
    what: 'a text that is not there',
    spec: { ...SOUND, target: 'promt.txt' },
    code: 'missing-target',
    argument: 'target',
    value: '"promt.txt"',
    says: ['FOLDER/promt.txt', '{ "text": "..." }'],
  },
  {
    what: 'JSON lines with a mistake',
    spec: SOUND,
    files: { 'cases.jsonl': '{"prompt": "a", "gold": "b"}\n{"prompt": "a" "gold": "b"}' },
    code: 'bad-json',
    argument: 'path',
    value: 'cases.jsonl, line 2, column 16',
    says: ['comma expected'],
  },
  {
    what: 'a ragged row',
    spec: { ...SOUND, data: { path: 'cases.csv' } },
    files: { 'cases.csv': 'prompt,gold\na,b\nc,d,e\n' },
    code: 'ragged-row',
    argument: 'path',
    value: 'cases.csv, row 2 (line 3)',
    says: ['has 3 cells where the header has 2'],
  },
  {
    what: 'a column that is not there',
    spec: { ...SOUND, data: { ...data, prompt: 'Question' } },
    code: 'missing-column',
    argument: 'columns',
    value: 'Question',
    says: ['it has "prompt", "gold"'],
  },
  {
    what: 'three rows',
    spec: SOUND,
    files: { 'cases.jsonl': '{"prompt":"a","gold":"b"}\n'.repeat(3) },
    code: 'too-few-tasks',
    argument: 'tasks',
    value: '3',
    says: ['Add 1 more'],
  },
]

test.each(rows)('$what is refused in one sentence', async ({ spec, files, code, argument, value, says }) => {
  const path = specFolder(spec, files)
  const error = await readRunSpec(path)
    .then(composeRun)
    .then(
      () => expect.unreachable(),
      (refusal: unknown) => refusal,
    )
  expect(error).toMatchObject({ code, argument, ...(value === undefined ? {} : { value }) })
  for (const words of says) expect(String(error)).toContain(words.replace('FOLDER', dirname(path)))
})

test('a spec that is not there is named as given and as resolved', async () => {
  const path = join(dirname(specFolder(SOUND)), 'nope.json')
  await expect(readRunSpec(path)).rejects.toMatchObject({ code: 'missing-spec', value: JSON.stringify(path) })
})
