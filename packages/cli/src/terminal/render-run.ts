import type { PairedComparison } from '@agentdescent/core'
import type { RunSummary } from '../runs/run-summary.ts'
import { numbered, shownTally, spent } from './figures.ts'
import { type Paint, plain } from './paint.ts'
import { glossary, wrapped } from './table.ts'

/** Returns how a run ended as text for a person. */
export function renderRun(summary: RunSummary, paint: Paint): string {
  const { run, state } = summary
  if (state === 'interrupted') return `${interrupted(summary)}\n`
  const sections = [
    [paint.heading(`Run ${run}`), renderOutcome(summary, paint)].join('\n'),
    ...(summary.warnings.length === 0 ? [] : [warnings(summary, paint)]),
    [paint.heading('Next'), next(summary)].join('\n'),
  ]
  return `${sections.join('\n\n')}\n`
}

function interrupted({ after, calls, rounds, run, version }: RunSummary): string {
  const reached = after === undefined ? 'nothing was measured' : `held out ${shownTally(after)}`
  return `Interrupted after ${numbered(rounds, 'round')} and ${numbered(calls, 'call')}: version ${version}, ${reached}. See it with agentdescent show ${run}, go on with agentdescent resume ${run}`
}

/** Returns the figures of a run, one a line. */
export function renderOutcome(summary: RunSummary, { bad, good }: Paint): string {
  const { after, before, error, gain, proposals, rollouts, rounds, stopReason, version } = summary
  const change = gain === undefined ? 'unknown' : gain > 0 ? good(signed(gain)) : signed(gain)
  const tasks = summary.paired === undefined ? [] : [['tasks', shownPairs(summary.paired)] as const]
  return glossary([
    ['before', before === undefined ? 'not measured' : shownTally(before)],
    ['after', after === undefined ? 'not measured' : shownTally(after)],
    ['gain', change],
    ...tasks,
    ['version', `${version}; the text that the run started from is version 1`],
    [
      'work',
      `${numbered(rounds, 'round')}, ${numbered(rollouts, 'rollout')}, ${numbered(proposals.made, 'proposal')}, ${proposals.accepted} of them in a commit`,
    ],
    ['ended by', stopReason],
    ...(error === undefined ? [] : [['error', bad(plain(error))] as const]),
    ['calls', `${summary.callsByRole.agent} of the agent, ${summary.callsByRole.reflector} of the proposer`],
    ['cost', spent(summary).replace('spent: ', '')],
    ...(summary.timeouts === 0
      ? []
      : [['scorer', `${summary.timeouts} answers scored 0 for want of time`] as const]),
    ['folder', summary.folder],
  ])
}

function warnings({ warnings: sentences }: RunSummary, { heading }: Paint): string {
  return [heading('Warnings'), ...sentences.map((one) => `- ${wrapped(plain(one), 94).join('\n  ')}`)].join(
    '\n',
  )
}

function next({ folder, gain, run, state }: RunSummary): string {
  return glossary([
    ...(state === 'failed'
      ? [[`agentdescent resume ${run}`, 'tries again what the error ended'] as const]
      : []),
    [`agentdescent show ${run}`, 'what changed, what was refused and why, the worst answers'],
    ...(gain !== undefined && gain > 0
      ? [[`agentdescent apply ${run} --dry-run`, 'what applying it to the target would write'] as const]
      : []),
    [`agentdescent ledger blame ${run}`, 'for each line, who asked for it and what it gained'],
    [`git -C ${folder}/ledger log -p dev`, 'every version, with the decision behind it'],
  ])
}

/** An exact sign test over the tasks whose reward changed. */
function shownPairs({ better, pValue, same, worse }: PairedComparison): string {
  const counts = `${better} better, ${worse} worse, ${same} the same`
  if (better + worse === 0) return counts
  const p = pValue < 0.001 ? 'p < 0.001' : `p ${pValue.toFixed(3)}`
  return `${counts}; ${pValue <= 0.05 ? 'more than chance gives' : 'chance alone may give as much'} (${p})`
}

function signed(gain: number): string {
  return `${gain > 0 ? '+' : ''}${gain.toFixed(3)}`
}
