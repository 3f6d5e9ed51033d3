// Packs every package the way it is published.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { packages } from './layers.mjs'
import { root } from './source-files.mjs'

/** Packs all packages into a folder, lowest first; returns each one's name, version and tarball. */
export function packAll(folder) {
  return packages.map((directory) => {
    const home = join(root, 'packages', directory)
    const { name, version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    run('npx', ['-y', 'pnpm@12', 'pack', '--pack-destination', folder], home)
    return {
      name,
      version,
      tarball: join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`),
    }
  })
}

/** Runs a command in a folder with its output shown; throws when it fails. */
export function run(command, args, cwd) {
  const { error, status } = spawnSync(command, args, {
    cwd,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? `exit ${status}`}`)
}
