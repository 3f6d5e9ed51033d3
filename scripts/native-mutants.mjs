// Builds addons with one fault planted in each, and expects the long tests to notice every one of them.
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { root } from './source-files.mjs'

const MUTANTS = {
  'sides-swapped': {
    file: 'merge_text.rs',
    from: '&[ours, theirs], options',
    to: '&[theirs, ours], options',
  },
  'newline-dropped': {
    file: 'merge_text.rs',
    from: '    parts.concat()',
    to: "    let mut text = parts.concat();\n    let _ = text.pop_if(|byte| *byte == b'\\n');\n    text",
  },
  'off-by-one': {
    file: 'group_hunks.rs',
    from: 'hunk.base_start == base_end',
    to: 'hunk.base_start + 1 == base_end',
  },
  panics: {
    file: 'merge_text.rs',
    from: '    let changed = distinct_changes(base, sides);',
    to: '    assert!(base.len() + 1 == 0);\n    let changed = distinct_changes(base, sides);',
  },
}

const libraries = { darwin: 'libagentdescent_merge_binding.dylib', win32: 'agentdescent_merge_binding.dll' }
const library = libraries[process.platform] ?? 'libagentdescent_merge_binding.so'
const work = mkdtempSync(join(tmpdir(), 'native-mutants-'))
const target = join(work, 'target')
const addons = join(work, 'addons')

try {
  mkdirSync(addons)
  for (const [name, mutant] of Object.entries(MUTANTS)) build(name, mutant)
  run('npx', ['vitest', 'run', '--config', 'vitest.long.config.ts', 'native-mutants'], {
    cwd: root,
    AGENTDESCENT_MUTANTS: addons,
  })
} finally {
  rmSync(work, { recursive: true })
}

function build(name, { file, from, to }) {
  const sources = join(work, 'sources')
  rmSync(sources, { recursive: true, force: true })
  for (const part of ['crates', 'Cargo.toml', 'Cargo.lock', 'clippy.toml', 'fixtures'])
    cpSync(join(root, part), join(sources, part), { recursive: true })
  const path = join(sources, 'crates/agentdescent_merge/src', file)
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2)
    throw new Error(`${file} holds "${from}" not once; move the mutant ${name}.`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  run('cargo', ['build', '--quiet', '--locked', '-p', 'agentdescent_merge_binding'], {
    cwd: sources,
    CARGO_TARGET_DIR: target,
  })
  copyFileSync(join(target, 'debug', library), join(addons, `${name}.node`))
}

function run(command, args, { cwd, ...env }) {
  const { status } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`)
}
