// What the engine itself costs: actors that answer at once, so that all CPU time is the engine's. In a solved row every
// rollout passes; in a committing one each proposes a rule nobody has, and every merge is better than what it replaces. What a
// journal adds is the difference of two rows that go through the host's evolve.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { betaPosterior, evolve, MemoryStore, synchronous } from '../packages/core/dist/index.js'
import { evolve as evolveOnHost, openGitStore } from '../packages/sdk/dist/index.js'
import { BATCHES, median } from './measure.mjs'

const WORKERS = [1, 4, 16, 64]
const HELD_OUT = 8

/** Rollouts of one run: the same for every number of workers, so that rows compare. */
const workloads = { solved: 1024, committing: 256 }
const stores = { memory: openMemory, git: openGit }
const journals = { 'git, host': openHostGit(false), 'git, host, journal': openHostGit(true) }

export async function run() {
  const rows = []
  for (const workload of Object.keys(workloads))
    for (const store of Object.keys(stores))
      for (const workers of WORKERS) rows.push(await rowOf({ workload, store, workers }))
  for (const store of Object.keys(journals))
    for (const workers of WORKERS) rows.push(await rowOf({ workload: 'solved', store, workers }))
  return {
    rows,
    floor: 'every committing row commits, and every solved row proposes nothing',
    failures: rows.flatMap(failuresOf),
  }
}

/** The first run warms up and is not counted. */
async function rowOf({ workload, store, workers }) {
  const runs = []
  for (let batch = 0; batch <= BATCHES; batch += 1) runs.push(await played({ workload, store, workers }))
  const [, ...counted] = runs
  const [{ result }] = counted
  const cpuUs = median(counted.map((one) => one.cpuUs))
  const commits = result.reports.filter(({ outcome }) => outcome === 'committed').length
  return {
    workload,
    store,
    workers,
    rollouts: result.rollouts,
    proposals: result.proposals.length,
    commits,
    gateEvaluations: result.cost.gateCalls,
    cpuUsPerRollout: cpuUs / result.rollouts,
    wallUsPerRollout: median(counted.map((one) => one.wallUs)) / result.rollouts,
    cpuUsPerCommit: commits === 0 ? null : cpuUs / commits,
  }
}

async function played({ workload, store, workers }) {
  const opened = await { ...stores, ...journals }[store]()
  try {
    const options = optionsOf(workload, workers)
    const start = performance.now()
    const before = process.cpuUsage()
    const result = await opened.evolve(options)
    const { user, system } = process.cpuUsage(before)
    const wallUs = (performance.now() - start) * 1000
    if (result.error !== undefined) throw result.error
    return { result, cpuUs: user + system, wallUs }
  } finally {
    await opened.close()
  }
}

function optionsOf(workload, workers) {
  let proposed = 0
  const training = Math.max(2 * workers, HELD_OUT)
  const total = training + HELD_OUT
  return {
    tasks: Array.from({ length: total }, (_, index) => ({ id: `t${index}`, prompt: `q${index}` })),
    run: (rendered) => rendered,
    reward: workload === 'solved' ? () => 1 : (_task, output) => gradeOf(output),
    propose: () => `rule number ${(proposed += 1)}`,
    workers,
    scheduler: synchronous({ rounds: workloads[workload] / workers }),
    // Any gain at all commits, however late: the row is about the cost of commits, not about statistics.
    policies: { acceptance: betaPosterior({ baseDelta: 1, annealHalfLife: Number.MAX_SAFE_INTEGER }) },
    evaluation: { heldOutFraction: HELD_OUT / total, selfVerify: false },
    clock: { now: () => performance.now(), sleep: async () => {} },
  }
}

/** Rises with every rule, and stays below what counts as solved. */
function gradeOf(rendered) {
  return 0.99 * (1 - 1 / (1 + 0.2 * rendered.split('\n- ').length))
}

async function openMemory() {
  const ledger = new MemoryStore()
  return { evolve: (options) => evolve({ ...options, ledger }), close: () => ledger.close() }
}

async function openGit() {
  const folder = await mkdtemp(join(tmpdir(), 'agentdescent-bench-'))
  const ledger = await openGitStore(join(folder, 'ledger'))
  return {
    ledger,
    evolve: (options) => evolve({ ...options, ledger }),
    close: async () => {
      await ledger.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function openHostGit(journal) {
  return async () => {
    const { close, ledger } = await openGit()
    const onEvent = () => {}
    return { evolve: (options) => evolveOnHost({ ...options, ledger, journal, onEvent }), close }
  }
}

function failuresOf({ workload, store, workers, commits, proposals }) {
  const name = `${workload}, ${store}, ${workers} workers`
  if (workload === 'committing' && commits === 0) return [`${name}: nothing was committed.`]
  if (workload === 'solved' && proposals > 0) return [`${name}: ${proposals} proposals.`]
  return []
}
