// Publishes the packages whose version the registry does not have yet, each platform's addon first, and tags
// them. The release workflow runs it, which is the identity that npm trusts; `--dry-run` publishes nothing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { packages } from './layers.mjs'
import { packAll, run } from './pack.mjs'
import { root } from './source-files.mjs'

const dryRun = process.argv.includes('--dry-run') ? ['--dry-run'] : []
const repository = process.env.GITHUB_REPOSITORY
if (repository === undefined)
  throw new Error('GITHUB_REPOSITORY is not set: publish from the release workflow.')

nameRepository()
for (const addon of addonPackages()) publish(addon)
for (const packed of packAll(mkdtempSync(join(tmpdir(), 'packed-')))) publish(packed)
if (dryRun.length === 0) run('npx', ['changeset', 'tag'], root)

/** Writes the repository into every manifest: provenance is refused without it. */
function nameRepository() {
  const url = `git+https://github.com/${repository}.git`
  for (const directory of packages) {
    const path = join(root, 'packages', directory, 'package.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    manifest.repository = { type: 'git', url, directory: `packages/${directory}` }
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
  }
}

/** Makes a package for each platform from the downloaded addons, and lists them in the kernel's manifest. */
function addonPackages() {
  const home = join(root, 'packages/merge-native')
  run('npx', ['napi', 'create-npm-dirs'], home)
  run('npx', ['napi', 'artifacts', '--output-dir', 'artifacts'], home)
  run(
    'npx',
    ['napi', 'pre-publish', '--tag-style', 'npm', '--no-gh-release', '--skip-optional-publish'],
    home,
  )
  return readdirSync(join(home, 'npm')).map((platform) => {
    const folder = join(home, 'npm', platform)
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return { name, version, tarball: folder }
  })
}

function publish({ name, version, tarball }) {
  const { status } = spawnSync('npm', ['view', `${name}@${version}`, 'version'], { stdio: 'ignore' })
  if (status !== 0) run('npm', ['publish', tarball, '--access', 'public', ...dryRun], root)
}
