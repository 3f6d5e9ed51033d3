import type { Measurement } from '../model/measurement.ts'
import { tallyOf } from '../model/measurement.ts'
import type { Proposal } from '../model/proposal.ts'
import type { RoundReport } from '../model/report.ts'
import { describeFusions } from '../policies/fusion/describe-fusions.ts'
import type { Json } from '../runtime/json.ts'
import { credibleInterval } from '../statistics/interval.ts'
import { adviceOn } from './advice.ts'
import type { EvolutionResult } from './evolution-result.ts'

const MOST_PROPOSALS = 40
const LONGEST_TEXT = 400

/** Returns a report of the run in Markdown: what came out, how, why not more, at what cost, and what to do next. */
export function reportOf(result: EvolutionResult): string {
  const accepted = result.proposals.filter(({ verdict }) => verdict === 'committed')
  const refused = result.proposals.filter(({ verdict }) => verdict !== 'committed')
  return [
    `# Run of \`${result.artifact}\``,
    headline(result),
    '## What to do next',
    adviceOn(result)
      .map((advice) => `- ${advice}`)
      .join('\n'),
    '## Learning curve',
    curve(result.history),
    `## Accepted edits (${accepted.length})`,
    proposals(accepted),
    `## Refused edits (${refused.length})`,
    proposals(refused),
    '## Merging',
    fenced(describeFusions(result.fusionStats())),
    '## Spend',
    spend(result),
    '## Settings',
    settings(result.settings),
    '## The artifact',
    fenced(result.rendered),
  ]
    .join('\n\n')
    .concat('\n')
}

/** Returns "k of n" with its rate and 95 % credible interval. */
export function shownScore(rows: readonly Measurement[]): string {
  const tally = tallyOf(rows)
  const { low, high } = credibleInterval(tally)
  const solved = Number.isInteger(tally.successes) ? String(tally.successes) : tally.successes.toFixed(2)
  const rate = tally.successes / rows.length
  return `${solved} of ${rows.length} (${rate.toFixed(3)}; 95 % between ${low.toFixed(3)} and ${high.toFixed(3)})`
}

function headline({ initialRows, finalRows, version, stopReason, warnings }: EvolutionResult): string {
  const measured =
    finalRows.length === 0
      ? 'The held-out score of the final artifact was not measured.'
      : initialRows.length === 0
        ? `Held out: ${shownScore(finalRows)}.`
        : `Held out: ${shownScore(initialRows)} at the start, ${shownScore(finalRows)} at the end.`
  const lines = [measured, `Version ${version}; the run ended by \`${stopReason}\`.`]
  return [...lines, ...warnings.map((warning) => `> ${inline(warning)}`)].join('\n\n')
}

function curve(history: readonly RoundReport[]): string {
  if (history.length === 0) return 'No round was completed.'
  const rows = history.map(({ round, reward, version, committed, refused, fused, rollouts, calls }) =>
    [round, reward.toFixed(3), version, committed, fused, refused, rollouts, calls].join(' | '),
  )
  return [
    'round | held-out reward | version | commits | of them fused | refused merges | rollouts | calls',
    '---: | ---: | ---: | ---: | ---: | ---: | ---: | ---:',
    ...rows,
  ].join('\n')
}

function proposals(list: readonly Proposal[]): string {
  if (list.length === 0) return 'None.'
  const shown = list.slice(-MOST_PROPOSALS).map(shownProposal)
  const more = list.length - shown.length
  return [...shown, ...(more > 0 ? [`- and ${more} earlier ones`] : [])].join('\n')
}

function shownProposal({ id, author, tasks, text, rationale, verdict, reason, numbers }: Proposal): string {
  const figures = Object.entries(numbers).map(([name, value]) => `${name} ${Number(value.toFixed(4))}`)
  const lines = [
    `- **${verdict}** \`${id}\` by ${author}, asked for by ${tasks.join(', ')}: ${inline(reason)}`,
    ...(figures.length === 0 ? [] : [`  - ${figures.join(', ')}`]),
    ...(rationale === undefined ? [] : [`  - why: ${inline(rationale)}`]),
    `  - text: ${inline(text)}`,
  ]
  return lines.join('\n')
}

function spend({ cost, calls, tokens, rollouts, elapsedMs }: EvolutionResult): string {
  const { gateCalls, rankCalls, replayCalls, proposeCalls, rolloutCalls, selfVerifyCalls } = cost
  const lines = [
    `${rollouts} rollouts, ${calls} calls of \`run\` and \`propose\`, ${(elapsedMs / 1000).toFixed(1)} s`,
    `calls by purpose: ${rolloutCalls} rollouts, ${proposeCalls} proposals, ${selfVerifyCalls} self-verifications, ${gateCalls} gate, ${rankCalls} ranking, ${replayCalls} re-verifications`,
    `${cost.providerRequests} requests to a provider, ${tokens} tokens (${cost.promptTokens} prompt, ${cost.completionTokens} completion)`,
    `${cost.cacheHits} evaluations from the cache, ${cost.cacheMisses} measured, ${cost.retries} retries, ${cost.failures} failed calls`,
  ]
  return lines.map((line) => `- ${line}`).join('\n')
}

function settings(given: Json): string {
  return fenced(JSON.stringify(given, null, 2))
}

/** Model text on one line, without anything Markdown or a terminal would act on. */
function inline(text: string): string {
  const flat = text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
  const cut = flat.length > LONGEST_TEXT ? `${flat.slice(0, LONGEST_TEXT)} …` : flat
  return cut.replaceAll(/[\\`*_[\]<>#|~]/g, (mark) => `\\${mark}`)
}

/** A fence longer than any in the text, so that the text cannot end it; control characters are spelled out. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const safe = text.replaceAll(/[^\P{Cc}\n\t]/gu, (control) => `\\u{${control.codePointAt(0)?.toString(16)}}`)
  return `${fence}text\n${safe}\n${fence}`
}
