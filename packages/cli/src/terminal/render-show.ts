import type { RefusedEdit, RunView } from '../runs/look-at-run.ts'
import { type Paint, plain } from './paint.ts'
import { renderDiff } from './render-diff.ts'
import { renderOutcome } from './render-run.ts'
import { renderSamples } from './render-samples.ts'
import { table, wrapped } from './table.ts'

const MOST_REFUSED = 10

/** Returns what a run left as text for a person. */
export function renderShow(view: RunView, paint: Paint): string {
  const { heading } = paint
  const { after, before, curve, refused, summary, worst } = view
  const sections = [
    [
      heading(`Run ${view.run}`),
      stateOf(view),
      ...(summary === undefined ? [] : [renderOutcome(summary, paint)]),
    ],
    ...(before === undefined || after === undefined
      ? []
      : [[heading('Change, before to after'), renderDiff(before, after, paint)]]),
    ...(curve.length === 0 ? [] : [[heading('Learning curve'), renderCurve(curve)]]),
    ...(worst.length === 0 ? [] : [[heading('Lowest held-out rewards'), renderSamples(worst, paint)]]),
    ...(summary === undefined
      ? []
      : [[heading(`Refused edits: ${refused.length}`), refusals(refused, paint)]]),
    [heading('Next'), next(view)],
  ]
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function stateOf({ record, state }: RunView): string {
  const { error, finishedAt, startedAt } = record
  switch (state) {
    case 'running':
      return `running since ${startedAt}, process ${record.pid}`
    case 'lost':
      return `started ${startedAt}; its process ended without reporting, and what it had committed is below`
    case 'done':
      return `done at ${finishedAt ?? 'an unknown time'}`
    case 'interrupted':
      return `interrupted at ${finishedAt ?? 'an unknown time'}; what it had reached is below`
    case 'failed':
      return `ended by an error at ${finishedAt ?? 'an unknown time'}: ${plain(error ?? 'none was kept')}`
    default:
      return state satisfies never
  }
}

function renderCurve(curve: RunView['curve']): string {
  const columns = ['round', 'reward', 'commits', 'refused', 'calls']
  return table(
    columns.map((title) => ({ title, align: 'right' })),
    curve.map(({ round, reward, committed, refused, calls }) => [
      String(round),
      reward.toFixed(3),
      String(committed),
      String(refused),
      String(calls),
    ]),
  )
}

function refusals(refused: readonly RefusedEdit[], { bad, faint }: Paint): string {
  if (refused.length === 0) return 'None.'
  const shown = refused
    .slice(-MOST_REFUSED)
    .map(({ author, tasks, text, rationale, verdict, reason, numbers }) => {
      const figures = Object.entries(numbers).map(([name, value]) => `${name} ${Number(value.toFixed(4))}`)
      const why = [`${verdict}: ${reason}`, ...(figures.length === 0 ? [] : [figures.join(', ')])]
      const lines = [...why, ...(rationale === undefined ? [] : [`why: ${rationale}`]), ...text.split('\n')]
      return [
        bad(`${author}, asked for by ${tasks.map(plain).join(', ')}`),
        ...lines.flatMap((line) => wrapped(plain(line), 92)).map((line) => `  ${faint(line)}`),
      ].join('\n')
    })
  const more = refused.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} earlier ones, in report.md of the run's folder`] : [])].join(
    '\n',
  )
}

function next({ after, before, folder, record, run, state }: RunView): string {
  const resume = ['lost', 'interrupted', 'failed'].includes(state) ? [`agentdescent resume ${run}`] : []
  const apply = before !== after && record.target !== undefined ? [`agentdescent apply ${run} --dry-run`] : []
  return [...resume, ...apply, `git -C ${folder}/ledger log -p dev`].join('\n')
}
