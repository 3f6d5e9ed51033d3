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

test('a sound workflow is accepted', () => {
  writeFileSync(join(folder, 'ci.yml'), workflow('echo "${{ github.sha }}"'))
  expect(lint()).toMatchObject({ status: 0, stdout: 'workflows: 1 files read, 0 complaints\n' })
})

test('an unknown property is refused with its place', () => {
  writeFileSync(join(folder, 'ci.yml'), workflow('echo "${{ github.shaa }}"'))
  const { status, stderr } = lint()
  expect(status).toBe(1)
  expect(stderr).toMatch(/^ci\.yml:6:\d+: property "shaa" is not defined/)
})

test('a folder without workflows is refused', () => {
  expect(lint().status).toBe(1)
})
