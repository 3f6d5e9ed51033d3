import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import {
  type AcceptancePolicy,
  adaptiveTrustRegion,
  appendRules,
  betaPosterior,
  type Json,
  type Proposal,
  survival,
  tallyOf,
  trustAudit,
  ucbSampling,
} from '@agentdescent/core'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { evolve, type EvolveOptions } from '../src/evolve.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-rebuilt-'))
const sdk = new URL('../dist/index.js', import.meta.url).href

afterAll(() => rmSync(scratch, { recursive: true, force: true }))
afterEach(() => {
  vi.restoreAllMocks()
})

test.each([3, 7, 12])(
  'what every part of a run of %d rounds had learnt at its end, another process rebuilds from the ledger alone, to the last digit',
  async (rounds) => {
    const path = join(scratch, String(rounds))
    const audits = watched(trustAudit(), 'inspect')
    const regions = watched(adaptiveTrustRegion(), 'observeOutcome')
    const [acceptance, promotion, taskSampling] = [counting(), survival({ rounds: 30 }), ucbSampling()]
    const result = await evolve({
      ...options(rounds),
      ledger: path,
      policies: { acceptance, promotion, taskSampling },
    })
    const [audit, region] = [only(audits()), only(regions())]
    const { posteriors, learnt, refused } = rebuilt(path)
    expect(posteriors).toEqual([[result.artifact, tallyOf(result.finalRows)]])
    expect(Object.fromEntries(learnt.map(({ part, state }) => [part, state]))).toEqual({
      audit: audit.state(),
      'merge.trustRegion': region.state(),
      'policies.acceptance': acceptance.state?.(),
      'policies.promotion': promotion.state?.(),
      'policies.taskSampling': taskSampling.state?.(),
    })
    expect(byLease(refused)).toEqual(byLease(plain(result.proposals).filter(isRefused)))
    // Nothing of that is what it was at the start.
    expect(audit.state()).not.toContainEqual([result.artifact, 1, expect.anything()])
    expect(region.state()).not.toEqual(adaptiveTrustRegion({ window: 3 }).state())
    expect(refused.length).toBeGreaterThan(0)
  },
)

const tasks = Array.from({ length: 30 }, (_, at) => ({ id: `t${at}`, prompt: `say word${at % 6}` }))

/** Every task wants its word among the rules; every third proposal brings it, and spoils a third of the answers. */
function options(rounds: number): EvolveOptions {
  let asked = 0
  return {
    tasks,
    strategy: appendRules(),
    run: (rendered) => rendered,
    reward: ({ id, prompt }, output) => {
      const isSpoilt = output.includes('spoil') && Number(id.slice(1)) % 3 === 0
      return output.includes(prompt.slice(4)) && !isSpoilt ? 1 : 0
    },
    propose: ({ task }) => {
      asked += 1
      return asked % 3 === 0 ? `spoil ${asked}, but ${task.prompt.slice(4)}` : task.prompt.slice(4)
    },
    evaluation: { sampleSize: 2 },
    merge: { trustRegion: { adaptive: { window: 3 } } },
    rounds,
    workers: 2,
  }
}

/** An acceptance rule that remembers something: how often it was asked. */
function counting(): AcceptancePolicy {
  const inner = betaPosterior()
  let asked = 0
  return {
    name: 'counting',
    judge: (context) => {
      asked += 1
      return inner.judge(context)
    },
    state: () => asked,
    restore: (state) => void (asked = Number(state)),
  }
}

/** Returns those on which the method was called, of the kind of the sample: parts that a run makes for itself. */
function watched<Part extends { state(): Json }>(sample: Part, method: string): () => readonly Part[] {
  const spy = vi.spyOn(Object.getPrototypeOf(sample), method)
  return () => [...new Set(spy.mock.contexts)].flatMap((one) => (isLike(sample, one) ? [one] : []))
}

function isLike<Part extends object>(sample: Part, one: unknown): one is Part {
  return one instanceof sample.constructor
}

function only<Part>(parts: readonly Part[]): Part {
  const [part, ...others] = parts
  if (part === undefined || others.length > 0) throw new Error(`there are ${parts.length}, not one`)
  return part
}

interface Found {
  readonly posteriors: readonly unknown[]
  readonly learnt: readonly { readonly part: string; readonly state: Json }[]
  readonly refused: readonly PlainProposal[]
}

/** Reads the ledger in a process of its own. */
function rebuilt(path: string): Found {
  const program = `
    import { openLedger } from ${JSON.stringify(sdk)}
    const ledger = await openLedger(${JSON.stringify(path)})
    const { posteriors, learnt, refused } = await ledger.learnt()
    const withEntries = (_, value) => (value instanceof Map ? [...value] : value)
    console.log(JSON.stringify({ posteriors, learnt, refused }, withEntries))
    await ledger.close()
  `
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }),
  )
}

type PlainProposal = Pick<Proposal, 'lease' | 'reason' | 'verdict'>

/** The proposals as the other process prints them: edits as lists of their entries. */
function plain(proposals: readonly Proposal[]): readonly PlainProposal[] {
  const withEntries = (_name: string, value: unknown): unknown => (value instanceof Map ? [...value] : value)
  return JSON.parse(JSON.stringify(proposals, withEntries))
}

function isRefused({ verdict }: PlainProposal): boolean {
  return verdict !== 'committed' && verdict !== 'pending'
}

function byLease(proposals: readonly PlainProposal[]): readonly PlainProposal[] {
  return proposals.toSorted((left, right) => (left.lease < right.lease ? -1 : 1))
}
