// Runs every check of the sources, all of them even after a failure, and ends with how many passed.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { root } from './source-files.mjs'

const checks = [
  ['build', 'node scripts/turbo.mjs build'],
  ['format', 'biome format .'],
  ['layers and rules', 'oxlint --deny-warnings --ignore-pattern lint-plants'],
  ['types of the tests', 'tsc -p tsconfig.test.json'],
  ['dead code', 'knip'],
  ['package shapes', 'node scripts/turbo.mjs pack-check'],
  ['exports', 'node scripts/exports-snapshot.mjs --check'],
  ['generated files', 'node scripts/check-generated.mjs'],
  ['comments', 'node scripts/check-comments.mjs'],
  ['sizes', 'node scripts/check-sizes.mjs'],
  ['documents', 'node scripts/check-documents.mjs'],
  ['workflows', 'node scripts/lint-workflows.mjs'],
]

const results = checks.map(([name, command]) => check(name, command))
const failed = results.filter((passed) => !passed).length
process.stdout.write(`lint: ${results.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1

function check(name, command) {
  const startedAt = performance.now()
  const { status, stdout, stderr } = spawnSync(command, { cwd: root, encoding: 'utf8', shell: true })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const said = stdout.trim()
  const remark = status === 0 && said !== '' && !said.includes('\n') ? `: ${said}` : ''
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)${remark}\n`)
  if (status !== 0) process.stdout.write(`${command}\n${stdout}${stderr}\n`)
  return status === 0
}
