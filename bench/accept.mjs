// Both sides answer the same question in one run, batch by batch in turn: P(candidate's rate > baseline's rate).
// The reference draws 4,000 pairs; its standard error also checks that both sides mean the same thing.
import { probabilityOfImprovement } from '../packages/core/dist/index.js'
import { BATCHES, callsPerBatch, median, millisecondsOf } from './measure.mjs'
import { startReference } from './reference.mjs'

const DRAWS = 4000
const FLOOR = 500
const LARGEST_DEVIATION = 5

/** Calls of the reference in one batch: each takes tens of milliseconds. */
const REFERENCE_CALLS = 3

const cases = [
  { candidate: [6, 4], baseline: [5, 5] },
  { candidate: [15, 5], baseline: [12, 8] },
  { candidate: [55, 45], baseline: [50, 50] },
  { candidate: [510, 490], baseline: [480, 520] },
]

const referenceProgram = `
import json, sys, time
from agentdescent.stats import BetaPosterior, prob_improvement
for line in sys.stdin:
    job = json.loads(line)
    candidate, baseline = BetaPosterior(*job["candidate"]), BetaPosterior(*job["baseline"])
    start = time.perf_counter()
    for _ in range(job["calls"]):
        p = prob_improvement(candidate, baseline, samples=job["draws"])
    ms = (time.perf_counter() - start) * 1000
    print(json.dumps({"p": p, "ms": ms}), flush=True)
`

export async function run() {
  const reference = await startReference(referenceProgram)
  try {
    const rows = []
    for (const counts of cases) rows.push(await rowOf(counts, reference))
    return {
      rows,
      floor: `at least ${FLOOR} times faster than ${DRAWS} draws, whole counts, medians of ${BATCHES}`,
      failures: reference.missing === undefined ? rows.flatMap(failuresOf) : [],
      ...(reference.missing === undefined ? {} : { notMeasured: `not measured: ${reference.missing}` }),
    }
  } finally {
    reference.stop()
  }
}

async function rowOf({ candidate, baseline }, reference) {
  const [ours, base] = [candidate, baseline].map(([successes, failures]) => ({ successes, failures }))
  const call = () => probabilityOfImprovement(ours, base)
  const calls = callsPerBatch(call)
  const job = { candidate, baseline, draws: DRAWS, calls: REFERENCE_CALLS }
  const exact = []
  const drawn = []
  for (let batch = 0; batch < BATCHES; batch += 1) {
    exact.push((millisecondsOf(call, calls) * 1000) / calls)
    if (reference.missing === undefined) drawn.push(await reference.ask(job))
  }
  const probability = call()
  const row = { case: `${candidate.join('/')} : ${baseline.join('/')}`, probability, exactUs: median(exact) }
  if (drawn.length === 0) return { ...row, referenceUs: null, speedup: null, deviation: null }
  const referenceUs = (median(drawn.map(({ ms }) => ms)) * 1000) / REFERENCE_CALLS
  const standardError = Math.sqrt((probability * (1 - probability)) / DRAWS)
  const deviation = Math.abs(drawn[0].p - probability) / standardError
  return { ...row, referenceUs, speedup: referenceUs / row.exactUs, deviation }
}

function failuresOf({ case: name, speedup, deviation }) {
  const failures = []
  if (!(speedup >= FLOOR)) failures.push(`${name}: ${Math.round(speedup)} times, the floor is ${FLOOR}.`)
  if (!(deviation <= LARGEST_DEVIATION)) {
    failures.push(`${name}: the draws lie ${deviation.toFixed(1)} standard errors from the exact value.`)
  }
  return failures
}
