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

const NAMES = [
  'mergeText',
  'mergeMany',
  'mergeTextOffThread',
  'mergeManyOffThread',
  'groupByFingerprint',
  'stableHash',
  'digest',
]

/** The source of an addon that fits, with some of its exports replaced. */
function addonWith(replaced: Readonly<Record<string, string>>): string {
  const fitting = Object.fromEntries(NAMES.map((name) => [name, '() => 0n']))
  const exports = Object.entries({ interfaceVersion: '() => 8', ...fitting, ...replaced })
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

test('an addon that breaks down says so each time: no other kernel answers in the middle of a run', async () => {
  const path = join(folder, 'breaking.cjs')
  const breaks = "() => { throw new Error('out of order') }"
  const exports = Object.fromEntries(NAMES.map((name) => [name, breaks]))
  writeFileSync(path, addonWith(exports))
  const { kernel, createOffload } = chooseKernel(undefined, () => loadNative([path]))
  const offload = createOffload()
  const text = new Uint8Array([1])
  const sides = { base: text, ours: text, theirs: text }
  const line = { granularity: 'line' } as const
  const packed = ['a', 'b'].map((value) => kernel.pack(new Map([['key', value]])))
  const failure = expect.objectContaining({
    code: 'kernel-failed',
    message: 'The native kernel failed: out of order',
  })
  const uses = [
    () => kernel.mergeText(sides, line),
    () => kernel.mergeMany(text, [text], line),
    () => kernel.mergeStrings({ base: '', ours: 'a', theirs: 'b' }, line),
    () => kernel.unionBucket(packed, new Map(), { granularityOf: () => 'line' }),
    () => kernel.stableHash(text),
    () => kernel.digest([text]),
  ]
  for (const use of [...uses, ...uses]) expect(use).toThrow(failure)
  await expect(offload.mergeText(sides, line)).rejects.toThrow(failure)
  await expect(offload.mergeMany(text, [text], line)).rejects.toThrow(failure)
  expect(kernel.name).toBe('native')
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

/** What a process says of its kernel. */
function kernelInfoOf(environment: Readonly<Record<string, string>>): unknown {
  const script =
    "import { kernelInfo } from '@agentdescent/merge-native'; console.log(JSON.stringify(kernelInfo()))"
  const preload = new URL('addon-elsewhere.mjs', import.meta.url).href
  const words = ['--import', preload, '--input-type=module', '-e', script]
  const env = { ...process.env, AGENTDESCENT_KERNEL: '', ...environment }
  return JSON.parse(
    execFileSync(process.execPath, words, { cwd: import.meta.dirname, env, encoding: 'utf8' }),
  )
}

test.each(unfitAddons.slice(0, 3))('a process whose addon $fault says so', ({ file, content, reason }) => {
  const path = join(folder, `process-${file}`)
  if (content !== undefined) writeFileSync(path, content)
  expect(kernelInfoOf({ ADDON_ELSEWHERE: path })).toEqual({
    name: 'typescript',
    reason: expect.stringContaining(reason),
  })
})

test('the environment of a process decides its kernel', () => {
  const reason = 'AGENTDESCENT_KERNEL=typescript'
  expect(kernelInfoOf({ AGENTDESCENT_KERNEL: 'typescript' })).toEqual({ name: 'typescript', reason })
})
