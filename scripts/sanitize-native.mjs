// Builds the addon with AddressSanitizer and runs the kernel's suite on it. Needs a nightly toolchain and gcc's
// libasan, which Node must load first.
import { spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { root } from './source-files.mjs'

const TARGET = 'x86_64-unknown-linux-gnu'
const built = join(root, 'target/sanitized', TARGET, 'release/libagentdescent_merge_binding.so')
const addon = join(root, 'target/sanitized/merge-native.node')

run(
  'cargo',
  ['+nightly', 'build', '--release', '--locked', '-p', 'agentdescent_merge_binding', '--target', TARGET],
  {
    CARGO_TARGET_DIR: join(root, 'target/sanitized'),
    CARGO_PROFILE_RELEASE_LTO: 'off',
    CARGO_PROFILE_RELEASE_STRIP: 'none',
    RUSTFLAGS: '-Zsanitizer=address',
  },
)
copyFileSync(built, addon)
run('npx', ['vitest', 'run', '--config', 'vitest.long.config.ts', '--pool', 'forks', 'native-addon'], {
  AGENTDESCENT_ADDON: addon,
  LD_PRELOAD: outputOf('gcc', ['-print-file-name=libasan.so']),
  // Node frees nothing when it ends, so that leaks would be its own.
  ASAN_OPTIONS: 'detect_leaks=0:halt_on_error=1',
})

function run(command, args, env) {
  const { error, status } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? `exit ${status}`}`)
}

function outputOf(command, args) {
  return spawnSync(command, args, { encoding: 'utf8' }).stdout.trim()
}
