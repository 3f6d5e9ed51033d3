import { type DiffLine, lineDiff } from '@agentdescent/core'
import { type Paint, plain } from './paint.ts'

/** Lines around a change that are shown with it. */
const AROUND = 3

/** Returns what changed between two texts, with a few lines around; one sentence where nothing did. */
export function renderDiff(before: string, after: string, paint: Paint): string {
  if (before === after) return 'No change.'
  return renderDiffLines(lineDiff(before, after), paint)
}

/** Returns the changed lines of a comparison, with a few lines around. */
export function renderDiffLines(lines: readonly DiffLine[], { bad, faint, good }: Paint): string {
  const isNear = (index: number): boolean =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== 'same')
  return lines
    .flatMap(({ kind, text: raw }, index) => {
      const text = plain(raw)
      if (kind === 'removed') return [bad(`- ${text}`)]
      if (kind === 'added') return [good(`+ ${text}`)]
      if (isNear(index)) return [`  ${text}`]
      return index > 0 && isNear(index - 1) ? [faint('  ...')] : []
    })
    .join('\n')
}
