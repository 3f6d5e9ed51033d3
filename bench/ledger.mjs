// What a commit costs, one at a time and in groups, beside the reference and plain isomorphic-git: sides take turns on one disk,
// batch by batch. "full" survives a loss of power, "atomic" the end of the process, as the reference's own commits do.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LedgerSide } from './ledger-side.mjs'
import { BATCHES, median } from './measure.mjs'
import { PlainGitSide } from './plain-git-side.mjs'
import { startReference } from './reference.mjs'

const KEYS = 100
const MANY_KEYS = 10_000

/** Commits of one side in one batch. */
const COMMITS = 30
const REFERENCE_COMMITS = 8
const GROUP = 32
const GROUPS = 10

const floors = { atomic: 6, full: 3, plainGit: 3, group: 20, manyKeys: 1.5 }
const LIMIT_P50_MS = 10
const LIMIT_P99_MS = 40

const referenceProgram = `
import json, subprocess, sys, time
from agentdescent.evolution import EvolvingArtifact
from agentdescent.ledger import Ledger
ledgers = {}
def opened(job):
    if job["path"] not in ledgers:
        ledger = Ledger(job["path"], lambda a: {"state": dict(a.state)}, lambda i, v, s: EvolvingArtifact(i, s.get("state", {}), v))
        state = {f"k{i}": f"value {i} " * 8 for i in range(job["keys"])}
        ledger.register(EvolvingArtifact("a", state))
        if job["fsync"]:
            subprocess.run(["git", "-C", job["path"], "config", "core.fsync", "all"], check=True)
        ledger.snapshot("dev")
        ledgers[job["path"]] = [ledger, state, 1]
    return ledgers[job["path"]]
for line in sys.stdin:
    job = json.loads(line)
    held = opened(job)
    times = []
    for i in range(job["commits"]):
        held[1] = dict(held[1], k0=f"new {held[2]}")
        start = time.perf_counter()
        _, held[2] = held[0].commit(EvolvingArtifact("a", held[1]), {"a": held[2]})
        times.append((time.perf_counter() - start) * 1000)
    print(json.dumps(times), flush=True)
`

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'agentdescent-bench-ledger-'))
  const reference = await startReference(referenceProgram)
  try {
    const times = await timesOf(folder, reference)
    const rows = rowsOf(times)
    const isMissing = reference.missing !== undefined
    return {
      rows,
      floor:
        `per commit of ${KEYS} keys, one changed, against the reference: atomic ${floors.atomic}×, full ${floors.full}×, ` +
        `full in groups of ${GROUP} ${floors.group}×; atomic against plain isomorphic-git ${floors.plainGit}×; ` +
        `full p50 ≤ ${LIMIT_P50_MS} ms, p99 ≤ ${LIMIT_P99_MS} ms; ${MANY_KEYS} keys ≤ ${floors.manyKeys}× ${KEYS} keys; ` +
        `medians of ${BATCHES} batches`,
      failures: failuresOf(Object.fromEntries(rows.map((row) => [row.side, row]))),
      ...(isMissing ? { notMeasured: `the reference was not measured: ${reference.missing}` } : {}),
    }
  } finally {
    reference.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns for each side its batches: milliseconds of each commit. */
async function timesOf(folder, reference) {
  const ours = (name, options) => new LedgerSide(join(folder, name), { keys: KEYS, ...options })
  const sides = {
    atomic: ours('atomic', { durability: 'atomic' }),
    full: ours('full', {}),
    [`full, groups of ${GROUP}`]: ours('groups', { group: GROUP }),
    [`full, ${MANY_KEYS} keys`]: ours('many', { keys: MANY_KEYS }),
    'plain isomorphic-git': new PlainGitSide(join(folder, 'plain'), KEYS),
    ...(reference.missing === undefined
      ? {
          reference: referenceSide(reference, { path: join(folder, 'reference'), fsync: false }),
          'reference, core.fsync=all': referenceSide(reference, {
            path: join(folder, 'fsync'),
            fsync: true,
          }),
        }
      : {}),
  }
  const times = Object.fromEntries(Object.keys(sides).map((name) => [name, []]))
  // The first batch warms up and is not counted.
  for (let batch = 0; batch <= BATCHES; batch += 1)
    for (const [name, side] of Object.entries(sides)) {
      const one = await side.commits(side.group === undefined ? COMMITS : side.group * GROUPS)
      if (batch > 0) times[name].push(one)
    }
  for (const side of Object.values(sides)) await side.close?.()
  for (const name of ['atomic', 'full', 'groups', 'many'])
    execFileSync('git', ['--git-dir', join(folder, name), 'fsck', '--strict'], { stdio: 'pipe' })
  return times
}

function referenceSide(reference, job) {
  return { commits: () => reference.ask({ ...job, keys: KEYS, commits: REFERENCE_COMMITS }) }
}

function rowsOf(times) {
  const p50 = Object.fromEntries(Object.entries(times).map(([name, batches]) => [name, middle(batches)]))
  const against = (other, name) => (p50[other] === undefined ? null : p50[other] / p50[name])
  return Object.entries(times).map(([side, batches]) => ({
    side,
    commits: batches.flat().length,
    p50Ms: p50[side],
    p99Ms: quantile(batches.flat(), 0.99),
    timesFasterThanReference: against('reference', side),
    timesFasterThanItsFsync: against('reference, core.fsync=all', side),
    timesFasterThanPlainGit: against('plain isomorphic-git', side),
  }))
}

function middle(batches) {
  return median(batches.map((batch) => median(batch)))
}

function quantile(values, share) {
  return values.toSorted((left, right) => left - right)[Math.ceil(values.length * share) - 1]
}

function failuresOf(rows) {
  const failures = []
  const full = rows.full
  const many = rows[`full, ${MANY_KEYS} keys`].p50Ms / full.p50Ms
  const atLeast = (what, value, floor) => {
    if (value !== null && value < floor) failures.push(`${what}: ${value.toFixed(2)}×, less than ${floor}×.`)
  }
  const atMost = (what, value, limit) => {
    if (value > limit) failures.push(`${what}: ${value.toFixed(2)}, more than ${limit}.`)
  }
  atLeast('atomic against the reference', rows.atomic.timesFasterThanReference, floors.atomic)
  atLeast('full against the reference', full.timesFasterThanReference, floors.full)
  atLeast('atomic against plain isomorphic-git', rows.atomic.timesFasterThanPlainGit, floors.plainGit)
  atLeast('groups', rows[`full, groups of ${GROUP}`].timesFasterThanReference, floors.group)
  atMost('p50 of a full commit, ms', full.p50Ms, LIMIT_P50_MS)
  atMost('p99 of a full commit, ms', full.p99Ms, LIMIT_P99_MS)
  atMost(`${MANY_KEYS} keys against ${KEYS}`, many, floors.manyKeys)
  return failures
}
