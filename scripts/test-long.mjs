// What takes too long for every change: all of the storms, a million cases of kernel parity, planted faults in the addon, ten minutes of
// fuzzing, and the addon under AddressSanitizer. Runs all of them and ends with how many passed.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { root } from './source-files.mjs'

const steps = [
  ['storms', 'vitest run --config vitest.storm.config.ts', { AGENTDESCENT_STORM: 'long' }],
  ['parity', 'node bench/main.mjs parity', { AGENTDESCENT_PARITY_CASES: '1000000' }],
  ['planted faults', 'node scripts/native-mutants.mjs', {}],
  ['fuzzing', 'node scripts/fuzz-native.mjs 600', {}],
  ['AddressSanitizer', 'node scripts/sanitize-native.mjs', {}],
]

const results = steps.map(([name, command, env]) => {
  process.stdout.write(`\n== ${name}: ${command}\n`)
  const { status } = spawnSync(command, {
    cwd: root,
    env: { ...process.env, ...env },
    shell: true,
    stdio: 'inherit',
  })
  return { name, passed: status === 0 }
})
for (const { name, passed } of results) process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${name}\n`)
const failed = results.filter(({ passed }) => !passed).length
process.stdout.write(`test:long: ${results.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
