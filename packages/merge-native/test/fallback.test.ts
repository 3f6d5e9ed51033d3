import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, describe, expect, test } from 'vitest'
import { chooseKernel } from '../src/choose-kernel.ts'
import { loadNative } from '../src/load-native.ts'

const folder = mkdtempSync(join(tmpdir(), 'merge-native-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hash = 'stableHash() { return 0n }'
interface UnfitAddon {
  readonly fault: string
  readonly file: string
  readonly content?: string
  readonly reason: string
}

const unfitAddons: readonly UnfitAddon[] = [
  { fault: 'is absent', file: 'absent.node', reason: 'Cannot find module' },
  { fault: 'is a corrupt file', file: 'corrupt.node', content: 'not an addon', reason: 'corrupt.node' },
  {
    fault: 'has another interface version',
    file: 'old.cjs',
    content: `module.exports = { interfaceVersion() { return 0 }, ${hash} }`,
    reason: 'its interface version is 0',
  },
  {
    fault: 'lacks an export',
    file: 'lacking.cjs',
    content: 'module.exports = { interfaceVersion() { return 1 } }',
    reason: 'no function "stableHash"',
  },
  {
    fault: 'exports a value in place of a function',
    file: 'odd.cjs',
    content: 'module.exports = { interfaceVersion() { return 1 }, stableHash: 1 }',
    reason: 'no function "stableHash"',
  },
  {
    fault: 'exports nothing',
    file: 'empty.cjs',
    content: 'module.exports = null',
    reason: 'no function "interfaceVersion"',
  },
  {
    fault: 'throws while it loads',
    file: 'throws.cjs',
    content: 'throw new Error("no such symbol")',
    reason: 'no such symbol',
  },
]

describe.each(unfitAddons)('an addon that $fault', ({ file, content, reason }) => {
  const path = join(folder, file)
  if (content !== undefined) writeFileSync(path, content)
  const load = () => loadNative([path])

  test('makes the TypeScript kernel serve, with the reason', () => {
    const { kernel, info } = chooseKernel(undefined, load)
    expect(kernel.name).toBe('typescript')
    expect(info.name).toBe('typescript')
    expect(info.reason).toContain(reason)
  })

  test('throws with the reason when AGENTDESCENT_KERNEL=native forces it', () => {
    expect(() => chooseKernel('native', load)).toThrow(
      expect.objectContaining({ code: 'kernel-unavailable', message: expect.stringContaining(reason) }),
    )
  })
})

test('a forced TypeScript kernel loads no addon', () => {
  const { kernel, info } = chooseKernel('typescript', () => expect.fail('loaded'))
  expect(kernel.name).toBe('typescript')
  expect(info.reason).toBe('AGENTDESCENT_KERNEL=typescript')
})

test('an empty AGENTDESCENT_KERNEL counts as unset', () => {
  const load = () => loadNative([join(folder, 'absent.node')])
  expect(chooseKernel('', load).info).toEqual(chooseKernel(undefined, load).info)
})

test('a kernel that does not exist is refused by name', () => {
  expect(() => chooseKernel('wasm')).toThrow(
    expect.objectContaining({ code: 'kernel-unknown', message: expect.stringContaining('"wasm"') }),
  )
})

test('the environment of a process decides its kernel', () => {
  const script =
    "import { kernelInfo } from '@agentdescent/merge-native'; console.log(JSON.stringify(kernelInfo()))"
  const env = { ...process.env, AGENTDESCENT_KERNEL: 'typescript' }
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    env,
    encoding: 'utf8',
  })
  expect(JSON.parse(printed)).toEqual({ name: 'typescript', reason: 'AGENTDESCENT_KERNEL=typescript' })
})
