import type { ScoreData } from '../runs/measure.ts'
import type { Paint } from './paint.ts'
import { renderSamples } from './render-samples.ts'
import { shownTally, spent } from './figures.ts'

/** Returns a score as text for a person. */
export function renderScore(data: ScoreData, paint: Paint): string {
  const { heading } = paint
  if (data.interrupted) {
    const scored = data.of === 0 ? 'nothing was scored yet' : `${shownTally(data)} so far`
    return `Interrupted after ${data.calls} calls: ${scored}, of ${data.heldOut} held-out tasks.\n`
  }
  const sections = [
    [heading(`Score of ${data.name}`), `held out: ${shownTally(data)}`, spent(data)].join('\n'),
    ...(data.worst.length === 0
      ? []
      : [[heading('Lowest rewards'), renderSamples(data.worst, paint)].join('\n')]),
  ]
  return `${sections.join('\n\n')}\n`
}
