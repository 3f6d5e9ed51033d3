// Evolves the system prompt of one model with proposals of another on the rows of a JSON file, and counts everything.
//   node examples/two-models.mjs FILE LIST PROMPT GOLD ACTOR_URL PROPOSER_URL [LEDGER] [ROUNDS] [TASKS]
//   node examples/two-models.mjs tasks.json examples input target http://127.0.0.1:8095/v1 http://127.0.0.1:8096/v1
// LIST is the name of the list in the file, PROMPT and GOLD those of its columns.
import process from 'node:process'
import {
  evolve,
  exact,
  llmAgent,
  openaiCompatible,
  readTasks,
  reflector,
  singleSlot,
} from '@agentdescent/sdk'

const [path, rows, prompt, gold, actorUrl, proposerUrl, ledger = 'ledger', rounds = '6', count = '60'] =
  process.argv.slice(2)
const tasks = await readTasks({ path, rows, prompt, gold })

const endpoint = { apiKeyEnv: null, deadlineMs: 900_000, idleMs: 900_000 }
const actor = openaiCompatible({ ...endpoint, model: 'actor', baseUrl: actorUrl })
const proposer = openaiCompatible({ ...endpoint, model: 'proposer', baseUrl: proposerUrl })
const reward = exact()
const propose = reflector(proposer, { scoring: reward.scoring, maxTokens: 400, temperature: 0.7 })

const result = await evolve({
  tasks: tasks.slice(0, Number(count)),
  reward,
  agent: llmAgent(actor, { maxTokens: 64, temperature: 0, propose }),
  strategy: singleSlot({ initial: 'You are a helpful assistant.' }),
  rounds: Number(rounds),
  workers: 4,
  evaluation: { heldOutFraction: 0.5, selfVerify: false },
  ledger,
  onEvent: (event) => {
    if (event.type === 'round-end') console.log('round', JSON.stringify(event.round))
    if (event.type === 'merge-end') console.log('merge', event.report.outcome)
    if (event.type === 'warning') console.log('warning', event.message)
  },
})

const solved = (measured) => `${measured.filter((row) => row.reward === 1).length} of ${measured.length}`
for (const { text, verdict, reason } of result.proposals)
  console.log(`${verdict}: ${JSON.stringify(text)} (${reason})`)
console.log('settings:', JSON.stringify(result.settings))
console.log(`before: ${solved(result.initialRows)} held out with ${JSON.stringify(result.initialRendered)}`)
console.log(`after:  ${solved(result.finalRows)} held out with ${JSON.stringify(result.rendered)}`)
console.log(
  `stopped: ${result.stopReason} after ${Math.round(result.elapsedMs / 1000)} s`,
  result.error ?? '',
)
console.log('cost:', JSON.stringify(result.cost))
console.log(`every version and why it was kept: git --git-dir ${ledger} log dev`)
