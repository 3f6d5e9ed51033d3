import type { Applied } from '../runs/apply-run.ts'
import type { Paint } from './paint.ts'
import { renderDiff } from './render-diff.ts'

/** Returns what was written, or would be, as text for a person. */
export function renderApply({ after, before, run, target }: Applied, paint: Paint): string {
  const diff = renderDiff(before, after, paint)
  switch (target.outcome) {
    case 'unchanged':
      return `${target.path} holds the text of ${run} already; nothing was written.\n`
    case 'would-write':
      return [
        diff,
        '',
        `Would write ${target.bytes} bytes to ${target.path}.`,
        ...(target.backup === undefined ? [] : [`Would keep what is there as ${target.backup}.`]),
        `Nothing was written. To write it: agentdescent apply ${run}`,
        '',
      ].join('\n')
    case 'written':
      return [
        diff,
        '',
        `Wrote ${target.bytes} bytes to ${target.path}.`,
        ...(target.backup === undefined ? [] : [`What was there is in ${target.backup}.`]),
        '',
      ].join('\n')
    default:
      return target satisfies never
  }
}
