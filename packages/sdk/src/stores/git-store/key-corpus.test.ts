import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { artifactId, LedgerError, stateOf } from '@agentdescent/core'
import type { ArtifactState } from '@agentdescent/core'
import { afterAll, expect, test } from 'vitest'
import { openGitStore } from './git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-keys-'))
let count = 0

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Names that git, a file system or a library has been seen to lose, to confuse or to refuse. */
const corpus: Readonly<Record<string, readonly string[]>> = {
  'composed and decomposed': ['caf\u00e9.md', 'cafe\u0301.md'],
  'beyond U+FFFF': ['\u{1f600}.md', '\ufffd.md', '\ue000.md'],
  'equal but for case': ['README.md', 'readme.md', 'Readme.MD'],
  'as long as a name may be, and longer': [
    'a'.repeat(255),
    'a'.repeat(300),
    'b'.repeat(5_000),
    'ü'.repeat(200),
  ],
  'files and directories that sort alike': ['a', 'a.b', 'a0', 'a-b', 'a/b', 'a/b/c'],
  'line breaks, tabs and quotes': ['x\ny', 'x\ty', 'x"y', "x'y", 'x\r\ny'],
  'leading and trailing': ['-rf', ':x', ' lead', 'trail ', 'dot.', '~x', '/abs', 'a/', 'a//b'],
  'separators of other systems': ['a\\b', 'C:\\x', 'a:b'],
  'the directory of git, in all spellings': [
    '.git',
    '.GIT',
    '.git.',
    '.git ',
    'git~1',
    'GIT~1',
    '.g\u200cit',
    '.git/config',
  ],
  'files that git reads': [
    '.gitmodules',
    '.gitattributes',
    '.gitignore',
    '.mailmap',
    'HEAD',
    'config',
    'objects/x',
    'refs/x',
  ],
  'ways out': ['..', '.', '../x', 'a/../b', './a'],
  nothing: ['', '/', '//'],
  'names that objects have': ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'],
  'devices of Windows': ['CON', 'aux.md', 'nul', 'COM1', 'lpt¹.txt'],
  'control and direction': ['a\0b', '\u0007', 'a\u202eb', '\u200b', '\ufeff', '\u2028'],
  'our own marks': ['%', '%2E', 'a%_', '%~0a', '%+00', '@artifact.json', 'prompt@artifact.json'],
}

test.each(Object.entries(corpus))(
  'keys %s are written, found whole by git, and read back',
  async (_, keys) => {
    expect(await stateReadBack(keys)).toEqual(stateFor(keys))
  },
)

test('so are all of them beside one another', async () => {
  const keys = Object.values(corpus).flat()
  expect(await stateReadBack(keys)).toEqual(stateFor(keys))
})

test.each([
  ['a lone surrogate', 'k\ud800'],
  ['the other half', 'k\udbff'],
  ['a key longer than any name', 'k'.repeat(8_193)],
])('%s is refused as bad text, and nothing is written', async (_, key) => {
  const path = freshPath()
  const store = await openGitStore(path)
  const refused = store.register(
    artifact(
      stateOf([
        ['fine', 'text'],
        [key, 'text'],
      ]),
    ),
    said,
  )
  await expect(refused).rejects.toBeInstanceOf(LedgerError)
  await expect(refused).rejects.toMatchObject({
    code: 'bad-text',
    argument: expect.stringContaining('state'),
  })
  expect((await store.read('dev')).artifacts.size).toBe(0)
  await store.close()
  expect(git(path, 'fsck', '--strict', '--full')).toBe('')
})

test.each([
  ['empty', ''],
  ['with carriage returns', 'a\r\nb\r\n'],
  ['without a last line end', 'x'],
  ['of NUL', 'a\0b'],
  ['with a byte order mark', '\ufeffx'],
  ['that looks like options', '[submodule "x"]\n\tpath = -u./evil\n\turl = -u./x\n'],
])('a text %s comes back to the code unit, under every name', async (_, text) => {
  const path = freshPath()
  const store = await openGitStore(path)
  const state = stateOf(['value', '.gitmodules', '.gitattributes'].map((key) => [key, text]))
  await store.register(artifact(state), said)
  await store.close()
  const again = await openGitStore(path, { isReadOnly: true })
  expect((await again.read('dev')).artifacts.get(id)?.state).toEqual(state)
  await again.close()
  expect(git(path, 'fsck', '--strict', '--full')).toBe('')
  expect(execFileSync('git', ['--git-dir', path, 'show', 'dev:artifacts/prompt/value']).toString()).toBe(text)
})

const id = artifactId('prompt')
const said = { subject: 'register', trailers: [] }

function stateFor(keys: readonly string[]): ArtifactState {
  return stateOf(keys.map((key) => [key, `text of ${JSON.stringify(key)}`]))
}

function artifact(state: ArtifactState): {
  readonly id: typeof id
  readonly version: number
  readonly state: ArtifactState
  readonly contract: { readonly major: number }
  readonly blastRadius: number
} {
  return { id, version: 1, state, contract: { major: 1 }, blastRadius: 1 }
}

/** Writes the keys, lets git check what was written, and returns what a reader of its own finds. */
async function stateReadBack(keys: readonly string[]): Promise<ArtifactState | undefined> {
  const path = freshPath()
  const store = await openGitStore(path)
  await store.register(artifact(stateFor(keys)), said)
  await store.close()
  expect(git(path, 'fsck', '--strict', '--full')).toBe('')
  const again = await openGitStore(path, { isReadOnly: true })
  const { artifacts } = await again.read('dev')
  await again.close()
  return artifacts.get(id)?.state
}

function git(path: string, ...args: readonly string[]): string {
  return execFileSync('git', ['--git-dir', path, ...args], { encoding: 'utf8', stdio: 'pipe' })
}

function freshPath(): string {
  return join(scratch, String(count++))
}
