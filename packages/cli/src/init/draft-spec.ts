import type { Row, RunSpec } from '@agentdescent/sdk'

/** What the user said of the data, and what was found in it. */
export interface DraftInput {
  /** Path of the data file as the spec is to name it. */
  readonly path: string
  readonly rows: readonly Row[]
  /** Name of the list in a JSON file that is no list itself. */
  readonly list?: string
  readonly delimiter?: ';' | '\t'
  readonly prompt?: string
  readonly gold?: string
  readonly score?: string
  readonly model?: string
  readonly baseUrl?: string
  /** Path of the text that is to be improved, as the spec is to name it. */
  readonly target: string
  readonly schema: string
}

export interface Draft {
  readonly spec: RunSpec
  /** What was taken for what, one sentence each. */
  readonly notes: readonly string[]
  /** Fields that the user has to fill in. */
  readonly missing: readonly string[]
}

const PROMPTS = [
  'prompt',
  'question',
  'input',
  'query',
  'text',
  'message',
  'ticket',
  'problem',
  'instruction',
]
const GOLDS = [
  'gold',
  'answer',
  'target',
  'label',
  'expected',
  'output',
  'team',
  'class',
  'category',
  'response',
  'completion',
]

/** Returns a spec for the rows, with `<...>` where only the user knows. */
export function draftSpec(input: DraftInput): Draft {
  const { path, list, delimiter, rows, target, schema, baseUrl, model = '<your-model>' } = input
  const columns = Object.keys(rows[0] ?? {})
  const gold = input.gold ?? columnFor(GOLDS, columns, undefined)
  const prompt = input.prompt ?? columnFor(PROMPTS, columns, gold) ?? onlyOther(columns, gold)
  const answers = gold ?? onlyOther(columns, prompt)
  const golds = answers === undefined ? [] : rows.map((row) => row[answers])
  const { score, why } =
    input.score === undefined ? scoreFor(golds) : { score: input.score, why: 'as you said' }
  const spec: RunSpec = {
    $schema: schema,
    target,
    data: {
      path,
      ...(list === undefined ? {} : { rows: list }),
      ...(delimiter === undefined ? {} : { delimiter }),
      prompt: prompt ?? '<column with what is asked>',
      gold: answers ?? '<column with the expected answer>',
    },
    score,
    agent: { model, ...(baseUrl === undefined ? {} : { baseUrl }) },
  }
  const missing = [
    ...(prompt === undefined ? ['data.prompt'] : []),
    ...(answers === undefined ? ['data.gold'] : []),
    ...(input.model === undefined ? ['agent.model'] : []),
  ]
  const notes = [
    `${rows.length} rows with the columns ${columns.map((column) => JSON.stringify(column)).join(', ')}.`,
    ...(prompt === undefined ? [] : [`Asked is ${JSON.stringify(prompt)}.`]),
    ...(answers === undefined ? [] : [`Expected is ${JSON.stringify(answers)}, scored by ${score}: ${why}.`]),
  ]
  return { spec, notes, missing }
}

/** The first column with one of the names, whatever its blanks and case. */
function columnFor(
  names: readonly string[],
  columns: readonly string[],
  taken: string | undefined,
): string | undefined {
  for (const name of names) {
    const found = columns.find((column) => column !== taken && column.trim().toLowerCase() === name)
    if (found !== undefined) return found
  }
  return undefined
}

function onlyOther(columns: readonly string[], taken: string | undefined): string | undefined {
  const others = columns.filter((column) => column !== taken)
  return taken !== undefined && others.length === 1 ? others[0] : undefined
}

const MOST_WORDS = 6

function scoreFor(golds: readonly unknown[]): { readonly score: string; readonly why: string } {
  const texts = golds.map((gold) => String(gold ?? '').trim())
  const isNumeric = texts.length > 0 && texts.every((text) => /^[-+]?[\d,]*\.?\d+$/.test(text))
  if (isNumeric) return { score: 'last-number', why: 'every expected answer is a number' }
  const isShort = texts.every((text) => text.split(/\s+/).length <= MOST_WORDS)
  if (isShort) return { score: 'exact', why: `no expected answer is longer than ${MOST_WORDS} words` }
  return { score: 'contains', why: 'expected answers are long; a scorer of your own may say more' }
}
