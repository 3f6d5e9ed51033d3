import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appendRules, artifactId, keyedRules, singleSlot, stateOf } from '@agentdescent/core'
import type { Artifact, Strategy } from '@agentdescent/core'
import { afterAll, expect, test } from 'vitest'
import { openLedger } from './open-ledger.ts'
import { openGitStore } from './stores/git-store/git-store.ts'

const scratch = mkdtempSync(join(tmpdir(), 'agentdescent-open-'))
let count = 0

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const categories = ['tone', 'format']

test.each<[string, Strategy]>([
  ['one text', singleSlot({ initial: 'Answer.', key: 'system' })],
  ['no text', singleSlot({ emptyRender: '(none)' })],
  ['a list of rules', appendRules({ title: '# House rules' })],
  ['rules by category', keyedRules({ categories, title: '# By category' })],
])('renders %s as its strategy did, without being told which it was', async (_, strategy) => {
  const edits = strategy.toEdits(strategy.initial(), 'tone: be kind') ?? new Map()
  const state = [...edits].reduce((held, [key, value]) => held.with(key, value), strategy.initial())
  const path = await ledgerWith(artifactOf(strategy, state))
  const ledger = await openLedger(path)
  expect(await ledger.render('stable')).toBe(strategy.render(state))
  await ledger.close()
})

test('reads dev, stable and every version', async () => {
  const strategy = singleSlot()
  const path = await ledgerWith(
    ...['one', 'two', 'three'].map((text) => artifactOf(strategy, stateOf([['value', text]]))),
  )
  const ledger = await openLedger(path)
  expect([await ledger.render('stable'), await ledger.render('dev')]).toEqual(['one', 'three'])
  expect(await Promise.all([1, 2, 3].map((version) => ledger.render(version)))).toEqual([
    'one',
    'two',
    'three',
  ])
  await expect(ledger.render(4)).rejects.toMatchObject({
    code: 'unknown-version',
    fix: 'Name one from 1 to 3.',
  })
  expect((await ledger.log('dev', 1))[0]?.message.subject).toBe('version 3')
  await ledger.close()
})

test('a strategy of the caller renders what the ledger cannot', async () => {
  const own = { ...appendRules(), rendering: undefined }
  const { rendering: _, ...plain } = artifactOf(appendRules(), stateOf([['a', 'x']]))
  const path = await ledgerWith(plain)
  const ledger = await openLedger(path)
  await expect(ledger.render()).rejects.toMatchObject({ code: 'no-rendering', argument: 'strategy' })
  expect((await ledger.state()).get('a')).toBe('x')
  await ledger.close()
  const told = await openLedger(path, { strategy: own })
  expect(await told.render()).toBe('# Playbook\n- x')
  await told.close()
})

test('asks which artifact when there are several', async () => {
  const path = await ledgerWith(artifactOf(singleSlot({ initial: 'a' })))
  const store = await openGitStore(path)
  await store.register(
    { ...artifactOf(singleSlot({ initial: 'b' })), id: artifactId('other') },
    said('register'),
  )
  await store.close()
  const both = await openLedger(path)
  await expect(both.render()).rejects.toMatchObject({ code: 'unknown-artifact', argument: 'artifact' })
  await both.close()
  const one = await openLedger(path, { artifact: 'other' })
  expect(await one.render()).toBe('b')
  await one.close()
})

test('makes no ledger where there is none', async () => {
  const path = join(scratch, 'absent')
  await expect(openLedger(path)).rejects.toMatchObject({ code: 'not-a-ledger' })
  expect(existsSync(path)).toBe(false)
})

async function ledgerWith(...versions: readonly Artifact[]): Promise<string> {
  const path = join(scratch, String(count++))
  const store = await openGitStore(path)
  for (const [index, artifact] of versions.entries()) {
    const writes = [{ artifact: { ...artifact, version: index + 1 }, expected: index }]
    if (index === 0) await store.register(artifact, said('register'))
    else await store.compareAndSwap({ branch: 'dev', writes, message: said(`version ${index + 1}`) })
  }
  await store.close()
  return path
}

function artifactOf(strategy: Strategy, state = strategy.initial()): Artifact {
  const facts = { id: artifactId('prompt'), version: 1, state, contract: { major: 1 }, blastRadius: 1 }
  return strategy.rendering === undefined ? facts : { ...facts, rendering: strategy.rendering }
}

function said(subject: string): { subject: string; trailers: [] } {
  return { subject, trailers: [] }
}
