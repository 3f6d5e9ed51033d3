import type { Sample } from '../runs/sample.ts'
import { type Paint, plain } from './paint.ts'

const LONGEST = 300

/** Returns held-out tasks with what was answered and what was expected, one block each. */
export function renderSamples(samples: readonly Sample[], { faint }: Paint): string {
  return samples
    .map(({ task, prompt, gold, output, reward }) =>
      [
        `task ${plain(task)}, reward ${Number(reward.toFixed(3))}`,
        `  ${faint('asked   ')}  ${short(prompt)}`,
        `  ${faint('answered')}  ${output === undefined ? 'not kept: the score came from a cache' : short(output)}`,
        ...(gold === undefined ? [] : [`  ${faint('expected')}  ${short(gold)}`]),
      ].join('\n'),
    )
    .join('\n')
}

function short(text: string): string {
  const line = plain(text).replaceAll(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)} ...` : line === '' ? '(nothing)' : line
}
