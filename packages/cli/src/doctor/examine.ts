import { execFile } from 'node:child_process'
import { access, constants, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { endpointFacts, kernelInfo, messageOf, openGitStore, providerNames } from '@agentdescent/sdk'
import { version } from '../version.ts'

/** One thing that was looked at. `missing` is fine unless it is needed. */
export interface Check {
  readonly name: string
  readonly state: 'works' | 'missing' | 'broken'
  readonly found: string
  /** What to do where it does not work. */
  readonly fix?: string
}

export interface Examination {
  readonly agentdescent: string
  readonly checks: readonly Check[]
}

/** Looks at this machine; writes nothing but a file that it removes, and sends nothing. */
export async function examine(): Promise<Examination> {
  const checks = await Promise.all([
    nodeCheck(),
    kernelCheck(),
    ledgerCheck(),
    folderCheck(),
    gitCheck(),
    ...providerNames.map(endpointCheck),
    anthropicCheck(),
  ])
  return { agentdescent: version(), checks }
}

const OLDEST_NODE = [20, 19] as const

async function nodeCheck(): Promise<Check> {
  const found = process.versions.node
  const [major = 0, minor = 0] = found.split('.').map(Number)
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])
  if (!isOld) return { name: 'node', state: 'works', found }
  return { name: 'node', state: 'broken', found, fix: `Install Node ${OLDEST_NODE.join('.')} or newer.` }
}

async function kernelCheck(): Promise<Check> {
  const { name, reason } = kernelInfo()
  if (reason === undefined) return { name: 'merge kernel', state: 'works', found: name }
  const fix =
    'The results are the same, only slower. Install the package of this platform for the native one.'
  return { name: 'merge kernel', state: 'missing', found: `${name}, because ${reason}`, fix }
}

/** Opens a ledger as a run would. */
async function ledgerCheck(): Promise<Check> {
  const name = 'ledger'
  try {
    const folder = await mkdtemp(join(tmpdir(), 'agentdescent-doctor-'))
    try {
      await (await openGitStore(join(folder, 'ledger'))).close()
      return { name, state: 'works', found: `can be made in ${tmpdir()}` }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  } catch (error) {
    return {
      name,
      state: 'broken',
      found: messageOf(error),
      fix: 'Make the folder for temporary files writable.',
    }
  }
}

async function folderCheck(): Promise<Check> {
  const folder = resolve('.')
  try {
    await access(folder, constants.W_OK)
    return { name: 'this folder', state: 'works', found: `${folder} can be written to` }
  } catch (error) {
    const fix = 'Start elsewhere, or name a folder for runs with --out.'
    return { name: 'this folder', state: 'broken', found: messageOf(error), fix }
  }
}

async function gitCheck(): Promise<Check> {
  try {
    const { stdout } = await promisify(execFile)('git', ['--version'])
    return { name: 'git', state: 'works', found: stdout.trim() }
  } catch {
    const fix = 'Nothing needs it; install git to look into ledgers.'
    return { name: 'git', state: 'missing', found: 'not found', fix }
  }
}

/** Says whether a key is set, and never what it is. */
async function endpointCheck(provider: (typeof providerNames)[number]): Promise<Check> {
  const { obstacle, url, apiKeyEnv, hasKey } = endpointFacts(provider, { model: 'any' })
  if (obstacle !== undefined) {
    const state = obstacle.code === 'missing-key' ? 'missing' : 'broken'
    const found = state === 'missing' ? `${apiKeyEnv} is not set, for ${url ?? 'no URL'}` : obstacle.message
    return { name: provider, state, found, ...(obstacle.fix === undefined ? {} : { fix: obstacle.fix }) }
  }
  const key = hasKey ? `the key in ${apiKeyEnv}` : 'no key'
  return { name: provider, state: 'works', found: `${url} would be asked with ${key}` }
}

async function anthropicCheck(): Promise<Check> {
  const name = 'package @anthropic-ai/sdk'
  try {
    createRequire(import.meta.resolve('@agentdescent/sdk')).resolve('@anthropic-ai/sdk')
    return { name, state: 'works', found: 'installed' }
  } catch {
    const fix = 'Only the provider anthropic needs it: npm install @anthropic-ai/sdk'
    return { name, state: 'missing', found: 'not installed', fix }
  }
}
