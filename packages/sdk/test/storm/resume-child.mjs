// A run on the model at `baseUrl`, kept in the ledger and resumed from it. Prints its result as JSON; `kill` ends the process with
// SIGKILL as soon as so many records of a kind have survived. Argument: the settings as JSON.
import { writeSync } from 'node:fs'
import process from 'node:process'
import { evolve } from '../../../core/dist/index.js'
import {
  exact,
  llmAgent,
  openaiCompatible,
  openGitStore,
  reflector,
  singleSlot,
  systemClock,
  tasksFrom,
} from '../../dist/index.js'

const { baseUrl, ledger, rounds, workers, cases, kill } = JSON.parse(process.argv[2] ?? '{}')

const teams = { invoice: 'billing', parcel: 'shipping', password: 'account' }
const rows = Object.entries(teams).flatMap(([word, gold]) =>
  Array.from({ length: 4 }, (_, number) => ({ prompt: `Question ${number} about my ${word}`, gold })),
)
const model = openaiCompatible({ model: 'm', baseUrl, apiKeyEnv: null, retry: { attempts: 1 } })
const store = await openGitStore(ledger, { onNotice: () => {} })
let events = 0
const result = await evolve({
  tasks: tasksFrom(rows),
  reward: exact(),
  agent: llmAgent(model, { propose: reflector(model, { cases }) }),
  strategy: singleSlot({ initial: 'You are a helpful assistant.' }),
  rounds,
  workers,
  evaluation: { heldOutFraction: 0.5, shuffle: true },
  ledger: store,
  journals: kill === undefined ? store.journals : killingJournals(store.journals),
  clock: systemClock,
  onEvent: () => void events++,
})
const { calls, cost, history, rendered, rollouts, stopReason, tokens, version } = result
const rewards = history.map(({ reward }) => reward)
const figures = {
  calls,
  requests: cost.providerRequests,
  rendered,
  rollouts,
  stopReason,
  tokens,
  version,
  rewards,
}
writeSync(1, JSON.stringify({ ...figures, error: result.error === undefined ? null : String(result.error) }))
await store.close()

function killingJournals(journals) {
  return {
    list: () => journals.list(),
    async open(name) {
      const journal = await journals.open(name)
      let seen = 0
      return {
        ...journal,
        append(record) {
          if (seen === kill.count) return
          journal.append(record)
          const kinds = [record.kind, `${record.kind} ${record.key ?? ''}`]
          if (!kinds.some((kind) => kind === kill.kind || kind.startsWith(`${kill.kind} `))) return
          seen++
          if (seen === kill.count) void journal.settled().then(() => process.kill(process.pid, 'SIGKILL'))
        },
        // Nothing comes after the record: whoever waits for a later one waits for the end.
        settled: () => (seen === kill.count ? new Promise(() => {}) : journal.settled()),
      }
    },
  }
}
