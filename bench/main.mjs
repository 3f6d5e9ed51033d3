// `pnpm bench <name> [--json]` runs one bench and prints its rows; below its floor it exits 1.
// A bench exports run() → { rows, floor, failures, notMeasured }: rows are flat objects, `floor` one sentence,
// `failures` one sentence per missed floor, `notMeasured` one sentence when a side is missing on this machine.
import process from 'node:process'
import { tableOf } from './table.mjs'

const benches = {
  bucket: {
    file: './bucket.mjs',
    about:
      "a bucket's pass over its packed diffs, native, TypeScript and the reference's all pairs and fusion",
  },
  hash: {
    file: './hash.mjs',
    about: 'stableHash and digest, native and TypeScript, on 100 B, 10 KB and 1 MB',
  },
  parity: { file: './parity.mjs', about: 'the native kernel against the TypeScript one on random cases' },
  merge: {
    file: './merge.mjs',
    about: 'three-way merges: the native kernel, the TypeScript one, node-diff3 and git',
  },
  'fusion-rate': {
    file: './fusion-rate.mjs',
    about: 'concurrent edits of a prompt or a file: merges that end fused of 48, and edits kept of 4',
  },
  engine: {
    file: './engine.mjs',
    about: 'CPU of the engine per rollout, actors that answer at once, on both stores, and with a journal',
  },
  start: { file: './start.mjs', about: 'what starting the command line costs' },
  ledger: {
    file: './ledger.mjs',
    about: 'commits, one at a time and in groups, beside the reference and plain isomorphic-git',
  },
  growth: {
    file: './growth.mjs',
    about: 'size, speed and opening of ledgers of 10,000 and 100,000 commits',
  },
  accept: {
    file: './accept.mjs',
    about: "the exact probability of improvement against the reference's 4,000 draws",
  },
}

const [name, ...flags] = process.argv.slice(2)
const json = flags.includes('--json')
const unknownFlag = flags.find((flag) => flag !== '--json')
if (!Object.hasOwn(benches, name ?? '')) refuse(`bench: unknown bench "${name ?? ''}".`)
else if (unknownFlag !== undefined) refuse(`bench: unknown flag "${unknownFlag}"; there is --json.`)
else await measure(benches[name])

async function measure({ file, about }) {
  const { run } = await import(file)
  const { rows, floor, failures, notMeasured } = await run()
  if (json) {
    const result = {
      bench: name,
      node: process.version,
      rows,
      floor,
      failures,
      notMeasured: notMeasured ?? null,
    }
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
  } else {
    const said = [...(notMeasured === undefined ? [] : [notMeasured]), ...failures]
    const verdict = said.length === 0 ? 'passed' : said.join('\n')
    process.stdout.write(`${name}: ${about}\n\n${tableOf(rows)}\n\nfloor: ${floor}\n${verdict}\n`)
  }
  if (failures.length > 0) process.exitCode = 1
}

function refuse(sentence) {
  const lines = Object.entries(benches).map(([known, { about }]) => `  pnpm bench ${known}   ${about}`)
  process.stderr.write(`${sentence}\n${lines.join('\n')}\n`)
  process.exitCode = 2
}
