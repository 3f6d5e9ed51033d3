import { mkdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import { OptionError, type RunSpec, runSpecJsonSchema, shown } from '@agentdescent/sdk'
import { RUNS } from '../runs/run-folder.ts'
import { draftSpec } from './draft-spec.ts'
import { lookAtData } from './look-at-data.ts'

export interface InitOptions {
  readonly target: string | undefined
  readonly model: string | undefined
  readonly baseUrl: string | undefined
  readonly prompt: string | undefined
  readonly gold: string | undefined
  readonly score: string | undefined
  readonly out: string | undefined
}

/** What `init` wrote, and what it could not know. */
export interface Initialised {
  /** Path of the spec, relative to the present folder where it is below. */
  readonly path: string
  readonly spec: RunSpec
  readonly written: readonly string[]
  readonly notes: readonly string[]
  readonly missing: readonly string[]
}

const FIRST_TEXT = 'Answer the question.\n'

/**
 * Writes a spec for a data file, and a first text where none is named. Overwrites nothing.
 * @throws OptionError `file-exists`, and what reading the data throws
 */
export async function initialise(file: string, options: InitOptions): Promise<Initialised> {
  const { rows, ...found } = await lookAtData(file)
  const stem = join(dirname(file), basename(file, extname(file)))
  const path = options.out ?? `${stem}.evolve.json`
  const folder = dirname(resolve(path))
  if (await exists(path)) throw alreadyThere(path)
  const target = options.target ?? `${stem}.prompt.txt`
  const from = (other: string): string => fromFolder(folder, other)
  const schemaPath = join(folder, RUNS, 'run-spec.schema.json')
  const draft = draftSpec({
    rows,
    ...found,
    ...given(options),
    path: from(file),
    target: from(target),
    schema: from(schemaPath),
  })
  const written = [
    ...(await writeNew(path, `${JSON.stringify(draft.spec, null, 2)}\n`)),
    ...(options.target === undefined ? await writeNew(target, FIRST_TEXT) : []),
    ...(await writeSchema(schemaPath)),
  ]
  return { path, spec: draft.spec, written, notes: draft.notes, missing: draft.missing }
}

function given({ prompt, gold, score, model, baseUrl }: InitOptions): {
  readonly [Name in 'prompt' | 'gold' | 'score' | 'model' | 'baseUrl']?: string
} {
  return {
    ...(prompt === undefined ? {} : { prompt }),
    ...(gold === undefined ? {} : { gold }),
    ...(score === undefined ? {} : { score }),
    ...(model === undefined ? {} : { model }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  }
}

/** Returns the path as a file in the folder names it, with `/` everywhere. */
function fromFolder(folder: string, path: string): string {
  const way = relative(folder, resolve(path)).split(sep).join('/')
  return way.startsWith('.') ? way : `./${way}`
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Returns the path when the file is new; a file that is there stays as it is. */
async function writeNew(path: string, text: string): Promise<readonly string[]> {
  try {
    await writeFile(path, text, { flag: 'wx' })
    return [path]
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return []
    throw error
  }
}

async function writeSchema(path: string): Promise<readonly string[]> {
  await mkdir(dirname(path), { recursive: true })
  await writeNew(join(dirname(path), '.gitignore'), '*\n')
  const isNew = !(await exists(path))
  await writeFile(path, `${JSON.stringify(await runSpecJsonSchema(), null, 2)}\n`)
  return isNew ? [relative('', path)] : []
}

function alreadyThere(path: string): OptionError {
  return new OptionError({
    code: 'file-exists',
    argument: '--out',
    value: shown(path),
    message: `There is a file ${shown(path)} already, and init overwrites nothing.`,
    fix: 'Name another with --out, or remove it.',
  })
}
