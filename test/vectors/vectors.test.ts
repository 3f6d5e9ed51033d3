import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { readVectors } from './vector-files.ts'
import { planVectors } from './vector-plan.ts'

const shipped = fileURLToPath(new URL('../../fixtures/vectors', import.meta.url))
const packages = fileURLToPath(new URL('../../packages', import.meta.url))
const folder = process.env['AGENTDESCENT_VECTORS'] ?? shipped
const report = process.env['AGENTDESCENT_VECTORS_REPORT']

const plan = await planVectors(readVectors(folder), replayersOf)
const outcomes: { name: string; outcome: 'passed' | 'failed' | 'skipped'; detail?: string }[] = []

describe(`the cases of ${folder === shipped ? 'fixtures/vectors' : folder}`, () => {
  for (const planned of plan) {
    if (planned.outcome === 'replay') test(planned.name, () => observe(planned.name, planned.replay))
    else outcomes.push({ name: planned.name, outcome: 'skipped', detail: planned.reason })
  }

  test('are at least one', () => {
    expect(plan).not.toEqual([])
  })
})

// scripts/vectors.mjs prints what this writes.
afterAll(() => {
  if (report !== undefined) writeFileSync(report, JSON.stringify(outcomes))
})

async function observe(name: string, replay: () => Promise<void>): Promise<void> {
  try {
    await replay()
    outcomes.push({ name, outcome: 'passed' })
  } catch (error) {
    outcomes.push({ name, outcome: 'failed', detail: error instanceof Error ? error.message : String(error) })
    throw error
  }
}

async function replayersOf(file: string): Promise<readonly unknown[]> {
  const paths = readdirSync(packages)
    .map((name) => join(packages, name, 'test/vectors', `${file.replaceAll('_', '-')}.ts`))
    .filter((path) => existsSync(path))
  return Promise.all(paths.map((path) => import(pathToFileURL(path).href)))
}
