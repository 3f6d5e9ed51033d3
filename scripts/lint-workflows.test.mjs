import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const script = fileURLToPath(new URL('./lint-workflows.mjs', import.meta.url))
let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workflows-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const lint = () => spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })
const workflow = (step) =>
  `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${step}\n`

test('an unknown property is refused with its place, and a sound workflow is accepted', () => {
  writeFileSync(join(folder, 'broken.yml'), workflow('echo "${{ github.shaa }}"'))
  writeFileSync(join(folder, 'sound.yml'), workflow('echo "${{ github.sha }}"'))
  const { status, stderr, stdout } = lint()
  expect(stderr).toMatch(/^broken\.yml:6:\d+: property "shaa" is not defined/)
  expect([status, stdout]).toEqual([1, '2 files read, 1 complaints\n'])
})

test('a folder without workflows is refused', () => {
  expect(lint().status).toBe(1)
})
