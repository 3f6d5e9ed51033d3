import { lineHunks } from './merge-kernel.ts'

/** One line of a comparison. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Returns the lines of both texts in order, without their line feeds: what is gone stands before what has come. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [left, right] = [before.split('\n'), after.split('\n')]
  const lines: DiffLine[] = []
  let at = 0
  const tell = (kind: DiffLine['kind'], texts: readonly string[]): void => {
    for (const text of texts) lines.push({ kind, text })
  }
  for (const { baseStart, baseEnd, sideStart, sideEnd } of lineHunks(left, right)) {
    tell('same', left.slice(at, baseStart))
    tell('removed', left.slice(baseStart, baseEnd))
    tell('added', right.slice(sideStart, sideEnd))
    at = baseEnd
  }
  tell('same', left.slice(at))
  return lines
}
