import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { messageOf, OptionError, shown } from '@agentdescent/core'
import { filePath } from '../files/file-path.ts'

/** A text file that a run improves, as it was read. */
export interface TextTarget {
  /** As resolved. */
  readonly path: string
  /** Without byte order mark and final line breaks, lines ending in `\n`; empty where there is no file. */
  readonly text: string
  /** SHA-256 of the bytes; null where there is no file. */
  readonly hash: string | null
  readonly form: TextForm
}

/** What a text file has besides its text, so that a new text can be written in the same form. */
export interface TextForm {
  readonly hasMark: boolean
  readonly lineEnd: '\n' | '\r\n'
  /** The line breaks at the end, as they are. */
  readonly ending: string
}

const NEW_FILE: TextForm = { hasMark: false, lineEnd: '\n', ending: '\n' }

/**
 * Reads the text file at a path, relative to `baseFolder`, or at a `file:` URL.
 * @throws OptionError `bad-path`, `missing-target` with the path as given and as resolved, `not-utf8`
 */
export async function readTextTarget(path: string, baseFolder: string): Promise<TextTarget> {
  const resolved = filePath(path, baseFolder)
  const target = await textTargetAt(resolved)
  if (target.hash !== null) return target
  throw new OptionError({
    code: 'missing-target',
    argument: 'target',
    value: shown(path),
    message: `The target ${shown(path)} cannot be read as ${resolved}: there is no such file.`,
    fix: 'Correct the path, which starts from the folder of the spec, or give the text itself as { "text": "..." }.',
  })
}

/** Returns what is at an absolute path; a missing file is an empty text without a hash. */
export async function textTargetAt(path: string): Promise<TextTarget> {
  const bytes = await bytesAt(path)
  if (bytes === undefined) return { path, text: '', hash: null, form: NEW_FILE }
  const whole = decoded(bytes, path)
  const content = whole.replace(/^\uFEFF/, '')
  const ending = /(?:\r?\n)*$/.exec(content)?.[0] ?? ''
  const body = content.slice(0, content.length - ending.length)
  const lineEnd = /\r\n/.test(content) && !/(?<!\r)\n/.test(content) ? '\r\n' : '\n'
  return {
    path,
    text: body.replaceAll('\r\n', '\n'),
    hash: createHash('sha256').update(bytes).digest('hex'),
    form: { hasMark: whole !== content, lineEnd, ending },
  }
}

/** Returns the bytes of a text in the form of the file that it replaces. */
export function textBytes(text: string, { ending, hasMark, lineEnd }: TextForm): Uint8Array {
  const body = text.replaceAll(/\r?\n/g, '\n').replace(/\n+$/, '').replaceAll('\n', lineEnd)
  return new TextEncoder().encode(`${hasMark ? '\uFEFF' : ''}${body}${ending}`)
}

async function bytesAt(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return undefined
    throw new OptionError({
      code: 'missing-target',
      argument: 'target',
      value: shown(path),
      message: `The target ${path} cannot be read: ${messageOf(error)}.`,
    })
  }
}

function decoded(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new OptionError({
      code: 'not-utf8',
      argument: 'target',
      value: shown(path),
      message: `The target ${path} is no text in UTF-8.`,
      fix: 'Save it as UTF-8.',
    })
  }
}
