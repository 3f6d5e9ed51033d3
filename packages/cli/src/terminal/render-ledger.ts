import type { ArtifactComparison, BlameLine, MergeRecord } from '@agentdescent/sdk'
import type { CommitData, ShownData } from '../ledger/ledger-data.ts'
import { numbered } from './figures.ts'
import { type Paint, plain } from './paint.ts'
import { renderDiffLines } from './render-diff.ts'
import { glossary, wrapped } from './table.ts'

/** Digits of a commit that are shown. */
const DIGITS = 7

/** Characters of a line that are shown beside its origin; `--json` has all. */
const LONGEST_LINE = 100

/** Returns commits as text for a person, newest first, each with the figures of its decision. */
export function renderLog(
  { branch, commits }: { readonly branch: string; readonly commits: readonly CommitData[] },
  { faint }: Paint,
): string {
  if (commits.length === 0) return `Nothing is on ${branch} yet.\n`
  const lines = commits.flatMap((commit) => {
    const told = commit.record === undefined ? [] : [faint(`         ${decision(commit.record)}`)]
    return [`${short(commit.commit)}  ${dateOf(commit)}${plain(commit.subject)}`, ...told]
  })
  return `${lines.join('\n')}\n`
}

/** Returns what differs between two versions of an artifact. */
export function renderComparison(
  { artifact, from, to, keys, lines }: ArtifactComparison,
  paint: Paint,
): string {
  const head = paint.heading(`${artifact}, version ${from} to ${to}`)
  if (keys.length === 0) return `${head}\nNo change.`
  return [
    head,
    `keys: ${keys.map((key) => plain(JSON.stringify(key))).join(', ')}`,
    renderDiffLines(lines, paint),
  ].join('\n')
}

/** Returns the lines of an artifact, each behind what brought it. */
export function renderBlame(
  {
    artifact,
    version,
    of,
    lines,
  }: {
    readonly artifact: string
    readonly version: number
    readonly of: number
    readonly lines: readonly BlameLine[]
  },
  { faint, heading }: Paint,
): string {
  const rows = lines.map(blameCells)
  const widths = rows.reduce<readonly number[]>(
    (widest, row) => row.map((cell, at) => Math.max(widest[at] ?? 0, cell.length)),
    [],
  )
  const shown = rows.map((cells, at) => {
    const padded = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
    return `${padded}  ${faint('|')} ${cut(plain(lines[at]?.text ?? ''))}`
  })
  const more = of > lines.length ? [`and ${numbered(of - lines.length, 'more line')}`] : []
  return `${[heading(`${artifact}, version ${version}, ${numbered(of, 'line')}`), ...shown, ...more].join('\n')}\n`
}

/** `L3`, `7f21c9a`, `w2` or `w2 of w1,w2`, `tasks t4,t9`, `+0.125 (1 of 8)`, `three-way`. */
function blameCells({ line, commit, broughtBy, record, subject }: BlameLine): readonly string[] {
  const head = [`L${line}`, short(commit)]
  if (record === undefined) return [...head, '-', plain(subject), '', '']
  const tasks = [...new Set(broughtBy.flatMap((member) => member.tasks))]
  const all = workersIn(record.members)
  return [
    ...head,
    broughtBy.length < record.members.length ? `${workersIn(broughtBy)} of ${all}` : all,
    tasks.length === 0 ? 'no task' : `tasks ${tasks.map(plain).join(',')}`,
    gainOf(record),
    record.rung,
  ]
}

/** Returns a commit with all that is known of it. */
export function renderShown(shown: ShownData, paint: Paint): string {
  const { body, branch, changes, commit, proposals, record, subject } = shown
  const sections = [
    [
      paint.heading(`commit ${commit} on ${branch}`),
      `${dateOf(shown)}${plain(subject)}`,
      ...(body === undefined ? [] : ['', plain(body)]),
    ],
    ...(record === undefined ? [] : [[paint.heading('Decision'), decisionTable(record)]]),
    ...(proposals.length === 0
      ? []
      : [[paint.heading('Proposals behind it'), ...proposals.flatMap(proposalLines)]]),
    ...changes.map((change) => [renderComparison(change, paint)]),
  ]
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function decisionTable(record: MergeRecord): string {
  const { base, candidate, cost, epoch, members, probability, run, rung, sequence, threshold, verdict } =
    record
  const tokens = cost.tokens === undefined ? '' : `, ${cost.tokens.prompt + cost.tokens.completion} tokens`
  return glossary([
    ['verdict', `${verdict}: probability ${shortened(probability)}, threshold ${shortened(threshold)}`],
    ['held out', `${countOf(base)} before, ${countOf(candidate)} after: ${gainOf(record)}`],
    ['rung', rung],
    ...members.map(
      ({ diff, lease, tasks, worker }) =>
        [
          plain(worker),
          `tasks ${tasks.map(plain).join(', ') || 'none'}; diff ${plain(diff)}, lease ${plain(lease)}`,
        ] as const,
    ),
    ['cost', `${numbered(cost.calls, 'call')}${tokens} of its proposers`],
    ['run', `${plain(run)}, commit ${sequence}${epoch === undefined ? '' : `, epoch ${epoch}`}`],
  ])
}

function proposalLines({
  author,
  rationale,
  tasks,
  text,
}: ShownData['proposals'][number]): readonly string[] {
  return [
    `${plain(author)}, asked for by ${tasks.map(plain).join(', ')}`,
    ...(rationale === undefined ? [] : wrapped(plain(`why: ${rationale}`), 92)),
    ...text.split('\n').flatMap((line) => wrapped(plain(line), 92)),
  ].map((line, at) => (at === 0 ? line : `  ${line}`))
}

function decision(record: MergeRecord): string {
  return `${workersIn(record.members)}  ${gainOf(record)}  ${record.rung}  p ${shortened(record.probability)} > ${shortened(record.threshold)}`
}

function workersIn(members: MergeRecord['members']): string {
  return [...new Set(members.map(({ worker }) => plain(worker)))].join(',') || 'nobody'
}

/** `+0.125 (1 of 8)`: what the held-out rate gained, and how many tasks more were solved. */
function gainOf({ base, candidate }: Pick<MergeRecord, 'base' | 'candidate'>): string {
  const of = base.successes + base.failures
  const more = candidate.successes - base.successes
  const rate = of === 0 ? 0 : more / of
  return `${rate < 0 ? '' : '+'}${rate.toFixed(3)} (${shortened(more)} of ${shortened(of)})`
}

function countOf({ successes, failures }: MergeRecord['base']): string {
  return `${shortened(successes)} of ${shortened(successes + failures)}`
}

function shortened(value: number): string {
  return String(Number(value.toFixed(4)))
}

function short(commit: string): string {
  return commit.slice(0, DIGITS)
}

function cut(text: string): string {
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE).toWellFormed()}…` : text
}

function dateOf({ date }: CommitData): string {
  return date === undefined ? '' : `${date.slice(0, 16).replace('T', ' ')}  `
}
