import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PERSON = 'agentdescent <agentdescent@localhost> 1700000000 +0000'

/** Commits handed to git at once. */
const CHUNK = 2_000

/** Makes a ledger of so many versions of one artifact, each of which changes one key, by git fast-import. */
export function makeHistory(path, { keys, commits }) {
  const stream = `${path}.stream`
  writeFileSync(stream, '')
  for (let from = 1; from <= commits; from += CHUNK) {
    const versions = Array.from({ length: Math.min(CHUNK, commits + 1 - from) }, (_, index) => from + index)
    appendFileSync(stream, versions.map((version) => commitOf(version, keys)).join(''))
  }
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=dev', path])
  execFileSync('sh', ['-c', 'git --git-dir "$1" fast-import --quiet < "$2"', 'sh', path, stream])
  execFileSync('git', ['--git-dir', path, 'update-ref', 'refs/heads/stable', 'dev'])
  mkdirSync(join(path, 'agentdescent'))
  writeFileSync(join(path, 'agentdescent/format'), '1\n')
}

function commitOf(version, keys) {
  const changed = version === 1 ? Array.from({ length: keys }, (_, index) => index) : [version % keys]
  const message = `change ${version}\n\nAgentDescent-Version: a@${version}\n`
  return [
    `commit refs/heads/dev\nauthor ${PERSON}\ncommitter ${PERSON}\n${dataOf(message)}`,
    `M 100644 inline artifacts/a@artifact.json\n${dataOf(`{"blastRadius":1,"contract":{"major":1},"version":${version}}\n`)}`,
    ...changed.map((key) => `M 100644 inline artifacts/a/k${key}\n${dataOf(`value ${version} `.repeat(8))}`),
  ].join('')
}

function dataOf(text) {
  return `data ${Buffer.byteLength(text)}\n${text}\n`
}
