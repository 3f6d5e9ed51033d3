// Copied beside the installed packages and run there with the path of a ledger: renders what it holds through openLedger,
// and compares with what git itself has.
import { execFileSync } from 'node:child_process'
import process from 'node:process'
import { openLedger } from '@agentdescent/sdk'

const path = process.argv[2] ?? ''
const git = (...words) => execFileSync('git', ['--git-dir', path, ...words], { encoding: 'utf8' })

const ledger = await openLedger(path)
const texts = { dev: await ledger.render('dev'), stable: await ledger.render('stable') }
const { version } = await ledger.artifact('dev')
const first = await ledger.render(1)
const last = await ledger.render(version)
await ledger.close()

const files = git('ls-tree', '-r', '--name-only', 'dev', 'artifacts/')
  .split('\n')
  .filter((name) => /^artifacts\/[^/@]+\/(?!@)/.test(name))
const values = files.map((name) => git('show', `dev:${name}`).trimEnd())
const problems = [
  ...(files.length === 0 ? ['git lists no key'] : []),
  ...values
    .filter((value) => !texts.dev.includes(value))
    .map((value) => `dev lacks ${JSON.stringify(value)}`),
  ...(last === texts.dev ? [] : [`version ${version} is not dev`]),
  ...(first === texts.dev ? ['version 1 is dev'] : []),
  ...(texts.stable === '' ? ['stable is empty'] : []),
]
for (const problem of problems) process.stderr.write(`${path}: ${problem}\n`)
process.stdout.write(
  `openLedger of the packed package renders dev, stable and versions 1 to ${version} of ${path}\n`,
)
process.exitCode = problems.length === 0 ? 0 : 1
