import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { readRows, type Row } from '@agentdescent/sdk'

/** What a data file holds. */
export interface LookedAt {
  readonly rows: readonly Row[]
  readonly list?: string
  readonly delimiter?: ';' | '\t'
}

/** Reads a data file and finds out what a spec has to say of it. @throws OptionError as `readRows` does */
export async function lookAtData(path: string): Promise<LookedAt> {
  const kind = extname(path).toLowerCase()
  if (kind === '.json') return inJson(path)
  if (kind !== '.csv') return { rows: await readRows({ path }) }
  const delimiter = delimiterIn(await headerOf(path))
  if (delimiter === undefined) return { rows: await readRows({ path }) }
  return { rows: await readRows({ path, delimiter }), delimiter }
}

async function inJson(path: string): Promise<LookedAt> {
  const list = listIn(await readFile(path, 'utf8').catch(() => ''))
  const rows = await readRows({ path, ...(list === undefined ? {} : { rows: list }) })
  return { rows, ...(list === undefined ? {} : { list }) }
}

/** The name of the only list of objects in an object. */
function listIn(text: string): string | undefined {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const lists = Object.entries(value).filter(([, part]) => Array.isArray(part) && typeof part[0] === 'object')
  const [only] = lists
  return lists.length === 1 ? only?.[0] : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

async function headerOf(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split('\n', 1)[0] ?? ''
}

/** A header without a comma that holds another delimiter is delimited by that. */
function delimiterIn(header: string): ';' | '\t' | undefined {
  if (header.includes(',')) return undefined
  return header.includes(';') ? ';' : header.includes('\t') ? '\t' : undefined
}
