import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openGitStore } from '../src/stores/git-store/git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-vectors-'))
const file = new URL('../../../fixtures/vectors/ledger_cas.json', import.meta.url)
// Untyped: the replayer is typed by core's sources, the store by what they were built to.
const replayer = new URL('../../core/test/vectors/ledger-cas.ts', import.meta.url)
const { replay } = await import(replayer.href)
const { cases } = JSON.parse(readFileSync(file, 'utf8'))

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test.each(Object.entries<{ input: never; expected: unknown }>(cases))(
  'case %s of ledger_cas replays on the git store',
  async (index, { input, expected }) => {
    const store = await openGitStore(join(scratch, index))
    expect(await replay(input, store)).toEqual(expected)
  },
)
