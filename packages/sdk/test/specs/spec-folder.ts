import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Sixteen questions whose answer is their parity. */
const CASES: string = Array.from({ length: 16 }, (_, index) =>
  JSON.stringify({ prompt: `Is ${index} even?`, gold: index % 2 === 0 ? 'yes' : 'no' }),
).join('\n')

/** A spec that nothing is wrong with, but that its endpoint is nobody's. */
export const SOUND = {
  target: 'prompt.txt',
  data: { path: 'cases.jsonl' },
  score: 'exact',
  agent: { model: 'rules', baseUrl: 'http://127.0.0.1:9/v1' },
}

/** Makes a folder with a spec, its data and its text; `files` replaces or adds to them. Returns the path of the spec. */
export function specFolder(spec: object | string, files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'agentdescent-spec-'))
  const all = { 'prompt.txt': 'Answer.\n', 'cases.jsonl': CASES, ...files }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text)
  const path = join(folder, 'parity.evolve.json')
  writeFileSync(path, typeof spec === 'string' ? spec : JSON.stringify(spec))
  return path
}
