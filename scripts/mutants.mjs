// Mutation test of core: plants one fault at a time in a copy of the sources and expects a test to notice.
//   node scripts/mutants.mjs [--only <part of a file name>] [--sample <n> --seed <n>]
// A mutant is killed when a test fails; one that does not load or never ends proves nothing and is an error, and so
// is one whose snippet is not in its file exactly once. A mutant that changes nothing observable says why in
// `survives`, and is an error too once a test kills it. Without --only and --sample the floors below hold.
import { availableParallelism } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { mutants } from './mutants/index.mjs'
import { clearUp, createSandbox } from './mutants/sandbox.mjs'

const LEAST_PLANTED = 30
const LEAST_KILLED = 28

const { values } = parseArgs({
  options: { only: { type: 'string' }, sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const chosen = sampled(mutants.filter(({ file }) => file.includes(values.only ?? '')))
const startedAt = performance.now()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    clearUp()
    process.exit(130)
  })
const sane = await baselineOf(chosen)
process.exitCode = sane ? report(await runAll(chosen)) : 1

/** A test that fails without a fault would kill every mutant. */
async function baselineOf(queue) {
  const sandbox = createSandbox()
  try {
    const { outcome, by } = await sandbox.baseline(queue)
    if (outcome !== 'survived') process.stdout.write(`problem: without a fault, ${by} fails already\n`)
    return outcome === 'survived'
  } finally {
    sandbox.remove()
  }
}

async function runAll(queue) {
  const waiting = [...queue.entries()]
  const found = []
  const lanes = Array.from({ length: Math.min(availableParallelism(), 4, waiting.length) }, async () => {
    const sandbox = createSandbox()
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [index, mutant] = next
        found[index] = { mutant, ...(await sandbox.judge(mutant)) }
        process.stdout.write(`${lineOf(found[index])}\n`)
      }
    } finally {
      sandbox.remove()
    }
  })
  await Promise.all(lanes)
  return found
}

function lineOf({ mutant, outcome, by, ms }) {
  const seconds = `${(ms / 1000).toFixed(1)} s`
  const reason =
    outcome === 'survived' && mutant.survives !== undefined ? `, expected: ${mutant.survives}` : ''
  return `${outcome.padEnd(9)} ${mutant.file}: ${mutant.why} (${by === '' ? '' : `${by}, `}${seconds})${reason}`
}

function report(found) {
  const killed = found.filter(({ outcome }) => outcome === 'killed').length
  const problems = found.flatMap(problemOf)
  const whole = values.only === undefined && values.sample === undefined
  if (whole && found.length < LEAST_PLANTED)
    problems.push(`${found.length} planted, at least ${LEAST_PLANTED} needed`)
  if (whole && killed < LEAST_KILLED) problems.push(`${killed} killed, at least ${LEAST_KILLED} needed`)
  for (const problem of problems) process.stdout.write(`problem: ${problem}\n`)
  const survived = found.filter(({ outcome }) => outcome === 'survived').length
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  process.stdout.write(
    `mutants: ${found.length} planted, ${killed} killed, ${survived} survived, ${problems.length} problems (${seconds} s)\n`,
  )
  return problems.length === 0 && found.length > 0 ? 0 : 1
}

function problemOf({ mutant, outcome, by }) {
  const name = `${mutant.file}: ${mutant.why}`
  if (outcome === 'stale' || outcome === 'broken') return [`${name}: ${by}`]
  if (outcome === 'survived' && mutant.survives === undefined) return [`${name}: no test notices`]
  if (outcome === 'killed' && mutant.survives !== undefined)
    return [`${name}: is killed, yet names a reason to survive`]
  return []
}

/** A seeded choice without replacement: the mutants in the order of a hash of seed and position. */
function sampled(all) {
  if (values.sample === undefined) return all
  const rank = (index) =>
    Math.imul((index + 1) ^ Math.imul(Number(values.seed), 0x9e3779b1), 0x85ebca6b) >>> 0
  return all
    .map((mutant, index) => ({ mutant, rank: rank(index) }))
    .sort((left, right) => left.rank - right.rank)
    .slice(0, Number(values.sample))
    .map(({ mutant }) => mutant)
}
