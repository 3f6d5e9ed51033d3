import { expect, test } from 'vitest'
import { loadedModules } from './loaded-modules.ts'
import { cli } from './run-cli.ts'

/** What only a command that works on a spec or a run has to load. */
const HEAVY =
  /core\/dist\/(?!errors\.js|model\/)|sdk\/dist|ports\/dist|merge-native\/dist\/(typescript|union)|zod|csv-parse|isomorphic-git/

test('--version names the kernel and loads no engine, no parser and no kernel', () => {
  expect(cli(['--version']).stdout).toMatch(
    /^agentdescent \d+\.\d+\.\d+\S* \((native|typescript) kernel, node \d+\.\d+\.\d+\)\n$/,
  )
  const loaded = loadedModules(['--version'])
  expect(loaded.length).toBeGreaterThan(2)
  expect(loaded.length).toBeLessThan(12)
  expect(loaded.filter((url) => HEAVY.test(url) || url.includes('commander'))).toEqual([])
})

test.each([[['--help']], [['evolve', '--help']], [['evolv']], [['plan']]])(
  '%j loads the names of the commands and nothing that they need',
  (words) => {
    const loaded = loadedModules(words)
    expect(loaded.some((url) => url.includes('commander'))).toBe(true)
    expect(loaded.length).toBeLessThan(40)
    expect(loaded.filter((url) => HEAVY.test(url))).toEqual([])
  },
)

test('a command that needs the engine loads it, so that the claims above can fail', () => {
  expect(loadedModules(['demo', '--one-field']).filter((url) => HEAVY.test(url)).length).toBeGreaterThan(50)
})
