import { rateOf, type Tally } from '@agentdescent/core'
import type { DemoReport, ForkRun, LostProposal, PromptRun, RoundLine } from '../demo/demo-report.ts'
import { numbered } from './figures.ts'
import { type Paint, plain } from './paint.ts'
import { glossary, table, wrapped } from './table.ts'

const BAR = 24

/** Returns the demo's report as text for a person. */
export function renderDemo(report: DemoReport, paint: Paint): string {
  if (report.comparison === undefined) return interrupted(report)
  const sections = [
    introduction(report, paint),
    [paint.heading('The run, round by round'), curve(report.merged.rounds), '', COLUMNS].join('\n'),
    losses(report, paint),
    forks(report, paint),
    ...insideOneKey(report, paint),
    [paint.heading(`The artifact, version ${report.artifact.version}`), plain(report.artifact.text)].join(
      '\n',
    ),
    history(report, paint),
    next(report, paint),
  ]
  return `${sections.join('\n\n')}\n`
}

/** Says in a sentence how far an interrupted demo came. */
function interrupted({ merged, artifact, tasks }: DemoReport): string {
  const reached =
    merged.after.successes + merged.after.failures === 0
      ? 'nothing was measured yet'
      : `the artifact is at version ${artifact.version} and solves ${merged.after.successes} of ${tasks.heldOut} held-out tasks`
  return `Interrupted after ${numbered(merged.rounds.length, 'round')} and ${numbered(merged.rollouts, 'rollout')}: ${reached}; the independent runs were left out.\n`
}

function introduction({ workers, keys, tasks, slipRate, example }: DemoReport, { heading }: Paint): string {
  const rules = keys.length === 1 ? 'one rule for one field' : `one rule for each of ${keys.length} fields`
  return [
    heading(`AgentDescent: ${workers} workers change one artifact at once, a merge makes one version of it`),
    glossary([
      ['artifact', `${rules} of a customer record; it starts empty`],
      ['task', `a value and how it should look, for example "${example.prompt}" -> "${example.expected}"`],
      [
        'agent',
        `a small program in a model's place, so that this needs no key: it follows the artifact's rules, ` +
          `forgets them in ${percent(slipRate)} of its answers, and after a failure proposes a rule that explains the right ` +
          `answer, not always the right rule`,
      ],
      [
        'tasks',
        `${tasks.training} to learn from; ${tasks.heldOut} are held out, and only the gate sees those`,
      ],
    ]),
  ].join('\n')
}

function curve(rounds: readonly RoundLine[]): string {
  const columns = [
    'round',
    'rollouts',
    'cards',
    'conflicts',
    'fused',
    'gate',
    'before',
    'after',
    'P(better)',
    'needs',
    'held out',
    '',
  ]
  const isText = new Set(['gate', ''])
  return table(
    columns.map((title) => ({ title, align: isText.has(title) ? 'left' : 'right' })),
    rounds.map(({ round, rollouts, cards, conflicts, merge, head }) => [
      String(round),
      String(rollouts),
      String(cards),
      String(conflicts),
      String(merge?.joined ?? 0),
      merge === undefined ? 'not asked' : merge.outcome === 'committed' ? 'accepts' : 'refuses',
      merge?.before === undefined ? '-' : String(merge.before.successes),
      merge?.after === undefined ? '-' : String(merge.after.successes),
      merge?.probability?.toFixed(3) ?? '-',
      merge?.threshold === undefined ? '-' : `> ${merge.threshold.toFixed(3)}`,
      counted(head),
      bar(head),
    ]),
  )
}

const COLUMNS = glossary([
  ['rollouts', 'tasks that the workers tried, one each, all on the same version'],
  ['cards', 'proposed changes that came to the merge, each with the evidence for it'],
  ['conflicts', 'cards dropped because a better card gives another rule for the same field'],
  ['fused', 'cards whose edits were joined into one candidate; 0: a single card went to the gate'],
  [
    'gate',
    'accepts: the candidate became the next version; refuses: it did not; not asked: nobody proposed anything',
  ],
  ['before, after', 'held-out tasks that the artifact and the candidate solve'],
  ['P(better)', 'probability, computed from those counts, that the candidate really is better'],
  ['needs', 'what that probability has to exceed; it rises with every version'],
  ['held out', 'tasks that the artifact solves after the round: the learning curve'],
])

function losses({ merged: { lost } }: DemoReport, { heading, bad, faint }: Paint): string {
  const title = heading('What did not get in, and why')
  if (lost.length === 0) return `${title}\nNothing: every proposal is in a commit.`
  const lines = lost.map(({ round, author, text, verdict, reason, keptInstead }) => {
    const kept = keptInstead === undefined ? '' : ` Kept instead: ${plain(keptInstead)}`
    const why = wrapped(`${STAGES[verdict] ?? verdict}: ${plain(reason)}${kept}`, 92)
    return [`round ${round}, ${author}  ${bad(plain(text))}`, ...why.map((line) => `  ${faint(line)}`)].join(
      '\n',
    )
  })
  return [title, ...lines].join('\n')
}

const STAGES: Readonly<Partial<Record<LostProposal['verdict'], string>>> = {
  'conflict-dropped': 'conflict',
  'below-threshold': 'gate',
  'oracle-rejected': 'audit',
  'no-diff': 'no change',
  'left-out': 'left out',
  'all-stale': 'stale',
}

function forks({ workers, merged, forks: runs, comparison }: DemoReport, { heading, good }: Paint): string {
  if (comparison === undefined) return ''
  const { advantage, bestFork, reason } = comparison
  const row = (
    name: string,
    { rollouts, calls, after }: Pick<ForkRun, 'rollouts' | 'calls' | 'after'>,
  ): string[] => [
    name,
    String(rollouts),
    String(calls),
    counted(after),
    `${(100 * rateOf(after)).toFixed(1)}%`,
  ]
  const columns = ['', 'rollouts', 'calls', 'held out', 'reward']
  return [
    heading(`The same rollouts as ${workers} independent runs`),
    table(
      columns.map((title) => ({ title, align: title === '' ? 'left' : 'right' })),
      [
        row(`merged, ${workers} workers`, merged),
        ...runs.map((run, index) => row(`fork ${index + 1}${index === bestFork ? ', the best' : ''}`, run)),
      ],
    ),
    ...wrapped(`${gain(advantage, good)} ${reason}`),
    '',
    glossary([
      [
        'fork',
        `a run of its own: one worker, its own ledger, an equal share of the rollouts, seeds ${runs[0]?.seed} to ${runs.at(-1)?.seed}`,
      ],
      [
        'calls',
        'all calls of the agent: rollouts, proposals, and measuring candidates on the held-out tasks',
      ],
      ['held out, reward', 'held-out tasks that the final artifact solves, and their share'],
    ]),
  ].join('\n')
}

function gain(advantage: number, good: Paint['good']): string {
  const points = (100 * Math.abs(advantage)).toFixed(1)
  if (Number(points) === 0) return 'Merging gains nothing over the best fork.'
  return advantage > 0
    ? good(`Merging is ${points} points ahead of the best fork.`)
    : `The best fork is ${points} points ahead.`
}

function insideOneKey({ prompt }: DemoReport, { heading, good }: Paint): readonly string[] {
  if (prompt === undefined) return []
  const row = (name: string, { merges, joined, after }: PromptRun): string[] => [
    name,
    String(merges),
    String(joined),
    counted(after),
    `${(100 * rateOf(after)).toFixed(1)}%`,
  ]
  const titles = ['', 'merges', 'joined', 'held out', 'reward']
  const { firstMerge } = prompt
  const lines = [
    heading('The same rules as sentences of one prompt, under one key'),
    ...wrapped(
      'Now each proposal is the whole prompt with one sentence changed, so that all proposals write the same key.',
    ),
    table(
      titles.map((title) => ({ title, align: title === '' ? 'left' : 'right' })),
      [row('merged by sentences', prompt.merged), row('one whole text wins', prompt.whole)],
    ),
    ...wrapped(
      good(
        `The first merge joined ${numbered(firstMerge.length, 'sentence')} in one text, without a call of the agent:`,
      ),
    ),
    ...firstMerge.map(({ authors, sentence }) => `${authors.join(' and ')}  ${plain(sentence)}`),
    '',
    glossary([
      ['joined', 'merges that kept the sentences of several workers; the gate then measured the new text'],
    ]),
  ]
  return [lines.join('\n')]
}

function history({ log }: DemoReport, { heading, faint }: Paint): string {
  const lines = log.map(({ commit, subject }) => `${commit.slice(0, 7)} ${plain(subject)}`)
  return [heading("The ledger's history"), faint(`$ git log --oneline -${log.length} dev`), ...lines].join(
    '\n',
  )
}

function next({ seed, landscape }: DemoReport, { heading }: Paint): string {
  const other =
    landscape === 'one-field'
      ? ['agentdescent demo', 'twelve fields, where merging adds up']
      : ['agentdescent demo --one-field', 'one field only, where merging cannot help']
  return [
    heading('Next'),
    glossary([
      [`agentdescent demo --seed ${seed + 1}`, 'other tasks first, other mistakes'],
      [other[0] ?? '', other[1] ?? ''],
      [
        'agentdescent demo --out DIR',
        'keep the ledgers in DIR; look inside with git -C DIR/merged log -p dev',
      ],
      ['agentdescent demo --json', 'all of this as data'],
      ['agentdescent init FILE', 'your own examples: writes a spec for plan, score and evolve'],
    ]),
  ].join('\n')
}

function counted({ successes, failures }: Tally): string {
  return `${successes} of ${successes + failures}`
}

function bar(tally: Tally): string {
  return '#'.repeat(Math.round(BAR * rateOf(tally)))
}

/** A share as per cent with at most one decimal. */
function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))}%`
}
