// Fuzzes the pure crate with libFuzzer: `node scripts/fuzz-native.mjs [SECONDS]`, ten minutes by default. Needs a
// nightly toolchain (`rustup toolchain install nightly`); installs cargo-fuzz into target/tools when it is missing.
// New inputs go to the corpus beside the target; an input that fails is a file of fuzz/artifacts/merge.
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { root } from './source-files.mjs'

const seconds = Number(process.argv[2] ?? 600)
if (!Number.isInteger(seconds) || seconds < 1)
  throw new Error(`usage: node scripts/fuzz-native.mjs [SECONDS]; got "${process.argv[2]}"`)

const crate = join(root, 'crates/agentdescent_merge')
const tools = join(root, 'target/tools')
const env = { ...process.env, PATH: [join(tools, 'bin'), process.env.PATH].join(delimiter) }

if (spawnSync('cargo', ['fuzz', '--version'], { env, stdio: 'ignore' }).status !== 0)
  run('cargo', ['install', 'cargo-fuzz', '--locked', '--root', tools])
run('cargo', [
  '+nightly',
  'fuzz',
  'run',
  'merge',
  '--',
  `-max_total_time=${seconds}`,
  '-timeout=60',
  '-print_final_stats=1',
])

function run(command, args) {
  const { error, status } = spawnSync(command, args, { cwd: crate, env, stdio: 'inherit' })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? `exit ${status}`}`)
}
