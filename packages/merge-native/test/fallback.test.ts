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

/** The source of an addon that fits, with some of its exports replaced. */
function addonWith(replaced: Readonly<Record<string, string>>): string {
  const names = [
    'mergeText',
    'mergeMany',
    'mergeStrings',
    'mergeTextOffThread',
    'mergeManyOffThread',
    'groupByFingerprint',
    'stableHash',
    'digest',
  ]
  const fitting = Object.fromEntries(names.map((name) => [name, '() => 0n']))
  const exports = Object.entries({ interfaceVersion: '() => 7', ...fitting, ...replaced })
  return exports.map(([name, value]) => `exports.${name} = ${value}\n`).join('')
}

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
    content: addonWith({ interfaceVersion: '() => 6' }),
    reason: 'its interface version is 6',
  },
  {
    fault: 'lacks an export',
    file: 'lacking.cjs',
    content: `${addonWith({})}delete exports.stableHash`,
    reason: 'no function "stableHash"',
  },
  {
    fault: 'exports a value in place of a function',
    file: 'odd.cjs',
    content: addonWith({ stableHash: '1' }),
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

test('an addon that fits is taken', () => {
  const path = join(folder, 'fitting.cjs')
  writeFileSync(path, addonWith({}))
  expect(chooseKernel(undefined, () => loadNative([path])).info).toEqual({ name: 'native' })
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
