// Publishes the packages whose version the registry does not have yet, each platform's addon first, and tags
// them. Run by .github/workflows/release.yml, which is the identity that npm trusts.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { packages } from './layers.mjs'
import { packAll, run } from './pack.mjs'
import { root } from './source-files.mjs'

const repository = process.env.GITHUB_REPOSITORY
if (repository === undefined)
  throw new Error('GITHUB_REPOSITORY is not set: publish from the release workflow.')

const native = join(root, 'packages/merge-native')
nameRepository()
run('npx', ['napi', 'create-npm-dirs'], native)
run('npx', ['napi', 'artifacts', '--output-dir', 'artifacts'], native)
run('npx', ['napi', 'pre-publish', '--tag-style', 'npm', '--no-gh-release'], native)
for (const { name, version, tarball } of packAll(mkdtempSync(join(tmpdir(), 'packed-'))))
  if (!isPublished(name, version)) run('npm', ['publish', tarball, '--access', 'public'], root)
run('npx', ['changeset', 'tag'], root)

/** Provenance names the repository; it has to stand in every manifest. */
function nameRepository() {
  for (const directory of packages) {
    const path = join(root, 'packages', directory, 'package.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    manifest.repository = {
      type: 'git',
      url: `git+https://github.com/${repository}.git`,
      directory: `packages/${directory}`,
    }
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
  }
}

function isPublished(name, version) {
  const { status } = spawnSync('npm', ['view', `${name}@${version}`, 'version'], { stdio: 'ignore' })
  return status === 0
}
