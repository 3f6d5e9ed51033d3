import type { PlannedEndpoint, RunPlanData } from '../runs/run-plan.ts'
import { type Paint, plain } from './paint.ts'
import { glossary, table, wrapped } from './table.ts'

/** Returns a plan as text for a person. */
export function renderPlan(plan: RunPlanData, paint: Paint): string {
  const { spec } = plan
  const sections = [
    [paint.heading(`Plan of ${plan.name}`), whatIsPlanned(plan)].join('\n'),
    [paint.heading('Calls'), renderQuote(plan)].join('\n'),
    ...advice(plan, paint),
    [
      paint.heading('Next'),
      glossary([
        [`agentdescent score ${spec}`, `what the text scores as it is: ${plan.tasks.heldOut} calls`],
        [`agentdescent evolve ${spec}`, 'the run; it asks before it spends anything'],
      ]),
    ].join('\n'),
  ]
  return `${sections.join('\n\n')}\n`
}

/** What a run is expected to call, and where it stops. */
function renderQuote({ quote, maxCalls, rounds, workers }: RunPlanData): string {
  const row = (name: string, calls: typeof quote.atMost): string[] => [
    name,
    String(calls.agent),
    String(calls.reflector),
    String(calls.total),
  ]
  const columns = ['', 'agent', 'proposer', 'all'] as const
  return [
    table(
      columns.map((title) => ({ title, align: title === '' ? 'left' : 'right' })),
      [row('expected', quote.expected), row('at most', quote.atMost)],
    ),
    ...wrapped(
      `Expected is one candidate a round; at most counts every way in which a round's proposals can be joined. The run stops before it ` +
        `would make more than ${maxCalls} calls. ${rounds} rounds of ${workers} workers make at most ${quote.proposals} proposals; ` +
        `judging the first takes up to ${quote.floor} calls.`,
    ),
  ].join('\n')
}

function whatIsPlanned({ endpoints, target, tasks }: RunPlanData): string {
  const { agent, reflect } = endpoints
  const isOne = JSON.stringify(agent) === JSON.stringify(reflect)
  return glossary([
    ['target', `${target.path ?? 'the text in the spec'}, ${target.characters} characters`],
    ['tasks', `${tasks.training} to learn from, ${tasks.heldOut} held out for the gate`],
    ['agent', shownEndpoint(agent)],
    ['proposer', isOne ? 'the same model' : shownEndpoint(reflect)],
  ])
}

function shownEndpoint({ model, url, apiKeyEnv, hasKey, isReady }: PlannedEndpoint): string {
  const key = hasKey ? `key in ${apiKeyEnv}` : isReady ? 'no key needed' : `${apiKeyEnv} is not set`
  return `${plain(model)} at ${url ?? 'no URL'}, ${key}`
}

function advice({ findings, notes }: RunPlanData, { heading }: Paint): readonly string[] {
  const sentences = [...findings.map(({ message }) => message), ...notes]
  if (sentences.length === 0) return []
  const lines = sentences.map((sentence) => `- ${wrapped(plain(sentence), 94).join('\n  ')}`)
  return [[heading('Look at this first'), ...lines].join('\n')]
}
