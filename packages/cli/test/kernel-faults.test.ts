import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { cli } from './run-cli.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-kernel-test-'))
afterAll(() => rmSync(scratch, { recursive: true }), 60_000)

const preload = [new URL('../../merge-native/test/addon-elsewhere.mjs', import.meta.url).href]
const demo = cli(['demo'], { environment: { TMPDIR: scratch } })

/** Writes an addon of the name into the scratch folder and returns its place. */
function addon(name: string, content: string): string {
  const path = join(scratch, name)
  writeFileSync(path, content)
  return path
}

describe.each([
  ['absent', { ADDON_ELSEWHERE: join(scratch, 'absent.node') }, /Cannot find module .*absent\.node/],
  [
    'of another version',
    { ADDON_ELSEWHERE: addon('old.cjs', oldAddon()) },
    /its interface version is 1, this package needs \d+/,
  ],
  ['a corrupt file', { ADDON_ELSEWHERE: addon('corrupt.node', 'not an addon') }, /corrupt\.node: \S/],
  ['disabled', { AGENTDESCENT_KERNEL: 'typescript' }, /AGENTDESCENT_KERNEL=typescript/],
])('an addon that is %s', (_, fault, reason) => {
  const environment = { AGENTDESCENT_KERNEL: '', TMPDIR: scratch, ...fault }

  test('is told by doctor, with the reason and what follows from it', () => {
    const { stdout, code } = cli(['doctor', '--json'], { preload, environment })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).data.checks).toContainEqual({
      name: 'merge kernel',
      state: 'missing',
      found: expect.stringMatching(new RegExp(`^typescript, because .*${reason.source}`)),
      fix: expect.stringContaining('The results are the same, only slower.'),
    })
  })

  test('changes nothing that a run prints', () => {
    const { stdout, code } = cli(['demo'], { preload, environment })
    expect({ stdout, code }).toEqual({ stdout: demo.stdout, code: 0 })
  })
})

/** An addon with every export that is asked for, and the version of long ago. */
function oldAddon(): string {
  const names = ['mergeText', 'mergeMany', 'mergeTextOffThread', 'mergeManyOffThread']
  const exported = [...names, 'groupByFingerprint', 'stableHash', 'digest'].map(
    (name) => `exports.${name} = () => 0`,
  )
  return [...exported, 'exports.interfaceVersion = () => 1'].join('\n')
}
