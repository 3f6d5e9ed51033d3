// Evolves the system prompt of one model with proposals of another, on a JSON file of rows, and counts everything.
//   node examples/two-models.mjs FILE ROWS PROMPT GOLD ACTOR_URL PROPOSER_URL [LEDGER] [ROUNDS] [TASKS]
//   node examples/two-models.mjs tasks.json examples input target http://127.0.0.1:8095/v1 http://127.0.0.1:8096/v1
// ROWS is the name of the list in the file, or - when the file is the list.
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

const [
  file,
  list,
  prompt,
  gold,
  actorUrl,
  proposerUrl,
  ledger = 'two-models-ledger',
  rounds = '6',
  count = '80',
] = process.argv.slice(2)
const content = JSON.parse(await readFile(file, 'utf8'))
const rows = list === '-' ? content : content[list]
const tasks = tasksFrom(rows.slice(0, Number(count)), { prompt, gold })

const waits = []
const endpoint = {
  apiKeyEnv: null,
  deadlineMs: 300_000,
  idleMs: 300_000,
  onWait: (notice) => waits.push(notice),
}
const actor = openaiCompatible({ ...endpoint, model: 'actor', baseUrl: actorUrl })
const proposer = openaiCompatible({ ...endpoint, model: 'proposer', baseUrl: proposerUrl })
const reward = exact()
const propose = reflector(proposer, { scoring: reward.scoring, maxTokens: 400, temperature: 0.7 })

const result = await evolve({
  tasks,
  reward,
  agent: llmAgent(actor, { maxTokens: 64, temperature: 0, propose }),
  strategy: singleSlot({ initial: 'You are a helpful assistant.' }),
  rounds: Number(rounds),
  workers: 4,
  evaluation: { heldOutFraction: 0.5, selfVerify: false },
  ledger,
  onEvent: (event) => {
    if (event.type === 'proposal') console.log(`proposed by ${event.proposal.author}:`, event.proposal.text)
    if (event.type === 'merge-end') console.log('merge:', event.report.outcome)
    if (event.type === 'round-end') console.log('round:', event.round)
    if (event.type === 'warning') console.log('warning:', event.message)
  },
})

const solved = (measured) =>
  `${measured.filter(({ reward: each }) => each === 1).length} of ${measured.length}`
console.log('settings:', JSON.stringify(result.settings))
console.log(`before: ${solved(result.initialRows)} held out with ${JSON.stringify(result.initialRendered)}`)
console.log(`after:  ${solved(result.finalRows)} held out with ${JSON.stringify(result.rendered)}`)
console.log(`stopped: ${result.stopReason}`, result.error ?? '')
console.log('cost:', result.cost, `${Math.round(result.elapsedMs / 1000)} s, ${waits.length} waits`)
console.log(`git --git-dir ${ledger} log dev`)
