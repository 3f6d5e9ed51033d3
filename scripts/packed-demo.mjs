// Installs the packed packages with npm in an empty folder, without install scripts, runs the demo there and reads its
// ledger as production code does: what a user of the published packages gets.
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { packAll, run } from './pack.mjs'

const folder = resolve(process.argv[2] ?? '')
if (process.argv[2] === undefined || readdirSync(folder).length > 0)
  throw new Error(`usage: node scripts/packed-demo.mjs FOLDER, where FOLDER is empty; got "${folder}"`)

const tarballs = join(folder, 'tarballs')
const project = join(folder, 'project')
mkdirSync(tarballs)
mkdirSync(project)

const packed = packAll(tarballs)
const dependencies = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]))
writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'user', private: true, dependencies }))
run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], project)
run('npx', ['--no-install', 'agentdescent', 'demo', '--out', 'demo'], project)
copyFileSync(new URL('packed-ledger.mjs', import.meta.url), join(project, 'read-ledger.mjs'))
run(process.execPath, ['read-ledger.mjs', join('demo', 'merged')], project)
