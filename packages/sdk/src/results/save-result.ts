import { mkdir, readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type EvolutionResult, evolutionResult, messageOf, OptionError, shown } from '@agentdescent/core'
import { writeWhole } from '../files/write-whole.ts'
import { RESULT_FORMAT } from './result-format.ts'

/** Writes the result as JSON: whole or not at all, and on disk when this resolves. Missing folders are made. */
export async function saveResult(result: EvolutionResult, path: string): Promise<void> {
  const { state, proposals, log, error, initialReward: _i, finalReward: _f, ...data } = result
  const document = {
    format: RESULT_FORMAT,
    ...data,
    state: [...state],
    proposals: proposals.map((proposal) => ({ ...proposal, edits: [...proposal.edits] })),
    log: log.map((entry) => ({ ...entry, versions: [...entry.versions] })),
    ...(error === undefined ? {} : { error: errorData(error) }),
  }
  await mkdir(dirname(path), { recursive: true })
  await writeWhole(path, `${JSON.stringify(document, null, 2)}\n`)
}

/**
 * Reads a result that `saveResult` wrote.
 * @throws OptionError `unreadable-result` when there is no such file, or it holds no result of this format.
 */
export async function loadResult(path: string): Promise<EvolutionResult> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw unreadable(path, messageOf(error))
  })
  const { parseResult } = await import('./result-schema.ts')
  const parsed = parseResult(jsonOf(text, path))
  if (parsed.kind === 'other') throw unreadable(path, parsed.problem)
  return evolutionResult(parsed.data)
}

function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unreadable(path, messageOf(error))
  }
}

function errorData(error: unknown): { name: string; message: string; code?: string } {
  if (!(error instanceof Error)) return { name: 'Error', message: messageOf(error) }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { name: error.name, message: error.message, ...code }
}

function unreadable(path: string, why: string): OptionError {
  return new OptionError({
    code: 'unreadable-result',
    argument: 'path',
    value: shown(path),
    message: `${shown(path)} (${resolve(path)}) holds no result of format ${RESULT_FORMAT}: ${why}`,
    fix: 'Give a file that saveResult() wrote.',
  })
}
