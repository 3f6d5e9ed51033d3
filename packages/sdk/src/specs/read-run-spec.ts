import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { OptionError, shown } from '@agentdescent/core'
import type { ParseError } from 'jsonc-parser'
import { placeOf } from '../datasets/data-error.ts'
import { camelCased } from './camel-case.ts'
import type { RunSpec } from './run-spec.ts'

/** A spec, where it was read, and what was changed to understand it. */
export interface ReadSpec {
  readonly spec: RunSpec
  /** The file, as resolved. */
  readonly path: string
  /** Its folder: relative paths in the spec start here. */
  readonly folder: string
  /** The spec's `name`, or that of the file. */
  readonly name: string
  readonly notes: readonly string[]
}

/**
 * Reads a spec file in JSON, comments allowed. Names in snake_case are read as camelCase, with a note.
 * @throws OptionError `missing-spec`, `bad-spec-json` with line and column, `unknown-field`, `bad-field`, `missing-field`,
 *   `placeholder`
 */
export async function readRunSpec(path: string): Promise<ReadSpec> {
  const resolved = resolve(path)
  const { value, notes } = camelCased(await parsedSpec(await textOf(path, resolved), path))
  const { checkedSpec } = await import('./checked-spec.ts')
  const spec = checkedSpec(value)
  const name = spec.name ?? fileName(resolved)
  return { spec, path: resolved, folder: dirname(resolved), name, notes }
}

async function textOf(path: string, resolved: string): Promise<string> {
  try {
    return await readFile(resolved, 'utf8')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new OptionError({
      code: 'missing-spec',
      argument: 'spec',
      value: shown(path),
      message: `The spec ${shown(path)} cannot be read as ${resolved} (${reason}).`,
      fix: 'Correct the path, or write one with agentdescent init <data file>.',
    })
  }
}

async function parsedSpec(text: string, path: string): Promise<unknown> {
  const { parse, printParseErrorCode } = await import('jsonc-parser')
  const problems: ParseError[] = []
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), problems, { allowTrailingComma: true })
  const [problem] = problems
  if (problem === undefined && value !== undefined) return value
  const place = problem === undefined ? 'line 1, column 1' : placeOf(text, problem.offset)
  const what = problem === undefined ? 'ValueExpected' : printParseErrorCode(problem.error)
  throw new OptionError({
    code: 'bad-spec-json',
    argument: 'spec',
    value: shown(path),
    message: `The spec ${shown(path)} is no JSON at ${place}: ${words(what)}.`,
    fix: 'Correct it there.',
  })
}

/** `ValueExpected` as words. */
function words(code: string): string {
  return code.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase()
}

/** The file's name without its endings, with what no folder name should hold replaced. */
function fileName(path: string): string {
  const name = basename(path)
    .replace(/(\.evolve)?\.jsonc?$/i, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
  return name === '' ? 'run' : name
}
