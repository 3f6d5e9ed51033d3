// Evolves the system prompt of a model on the rows of a JSON file. Any endpoint with OpenAI's chat API will do:
//   OPENAI_API_KEY=... node examples/quickstart.mjs
//   OPENAI_BASE_URL=http://127.0.0.1:8095/v1 MODEL=local node examples/quickstart.mjs my-ledger
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import {
  evolve,
  exact,
  llmAgent,
  openaiCompatible,
  reflector,
  singleSlot,
  tasksFrom,
} from '@agentdescent/sdk'

const rows = JSON.parse(await readFile(new URL('data/tickets.json', import.meta.url), 'utf8'))
const tasks = tasksFrom(rows, { prompt: 'message', gold: 'team' })
const reward = exact()

const model = openaiCompatible({ model: process.env.MODEL ?? 'gpt-4.1-mini' })
const agent = llmAgent(model, {
  maxTokens: 64,
  temperature: 0,
  propose: reflector(model, { scoring: reward.scoring }),
})

const ledger = process.argv[2] ?? 'quickstart-ledger'
const result = await evolve({
  tasks,
  reward,
  agent,
  strategy: singleSlot({ initial: 'You are a helpful assistant.' }),
  rounds: 6,
  workers: 4,
  stop: { targetReward: 1 },
  ledger,
})

const heldOut = result.finalRows.length
const solved = (rows) => rows.filter(({ reward }) => reward === 1).length
console.log(
  `before: ${solved(result.initialRows)} of ${heldOut} held-out tickets with ${JSON.stringify(result.initialRendered)}`,
)
console.log(`after:  ${solved(result.finalRows)} of ${heldOut} with ${JSON.stringify(result.rendered)}`)
console.log(
  `${result.cost.providerRequests} requests, ${result.tokens} tokens; stopped: ${result.stopReason}`,
)
console.log(`every version and why it was kept: git --git-dir ${ledger} log dev`)

assert(result.error === undefined, `the run ended early: ${result.error}`)
assert(result.finalReward > result.initialReward, 'nothing was learned')
