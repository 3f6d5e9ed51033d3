import type { Check, Examination } from '../doctor/examine.ts'
import { type Paint, plain } from './paint.ts'
import { wrapped } from './table.ts'

/** Returns what was looked at as text for a person. */
export function renderDoctor({ agentdescent, checks }: Examination, paint: Paint): string {
  const width = Math.max(...checks.map(({ name }) => name.length)) + 2
  const indent = ' '.repeat(width + 9)
  const lines = checks.flatMap(({ name, state, found, fix }) => {
    const [first = '', ...rest] = wrapped(plain(found), 94 - width)
    const more = fix === undefined ? rest : [...rest, ...wrapped(fix, 94 - width)]
    return [
      `${shownState(state, paint)}  ${name.padEnd(width)}${first}`,
      ...more.map((line) => `${indent}${line}`),
    ]
  })
  return [paint.heading(`agentdescent ${agentdescent}`), ...lines, ''].join('\n')
}

function shownState(state: Check['state'], { bad, faint, good }: Paint): string {
  const word = state.padEnd(7)
  return state === 'works' ? good(word) : state === 'broken' ? bad(word) : faint(word)
}
