import { keepBest, tallyOf, union } from '@agentdescent/core'
import type { EvolutionResult } from '@agentdescent/core'
import type { JoinedSentence, PromptRun, PromptRuns } from './demo-report.ts'
import { type DemoOptions, demoRun, WORKERS } from './demo-run.ts'
import type { Landscape } from './landscape.ts'
import { onePrompt, readingsOf } from './rule-sheet.ts'

/** Plays the same rounds on one prompt, twice: merged inside the text, and with one whole text that wins. */
export async function playPrompt(options: DemoOptions, rounds: number): Promise<PromptRuns> {
  const { landscape, seed } = options
  const settings = { seed, workers: WORKERS, rounds, sheet: onePrompt(landscape) }
  const merged = await demoRun(options, { ...settings, name: 'prompt-merged' })
  const whole = await demoRun(options, {
    ...settings,
    name: 'prompt-whole',
    rules: { policies: { conflict: keepBest(), fusion: union() }, merge: { reapply: 'value' } },
  })
  return {
    merged: promptRun(merged),
    whole: promptRun(whole),
    firstMerge: joinedIn(merged, landscape),
    text: merged.rendered,
  }
}

function promptRun(result: EvolutionResult): PromptRun {
  return {
    merges: result.reports.length,
    joined: result.fusionStats().rungs['three-way'],
    after: tallyOf(result.finalRows),
  }
}

/** Returns the sentences that the first merge joined, in the order of the prompt. */
function joinedIn(
  { proposals, initialRendered }: EvolutionResult,
  { fields }: Landscape,
): readonly JoinedSentence[] {
  const first = proposals.filter(({ verdict, baseVersion }) => verdict === 'committed' && baseVersion === 1)
  const sentences = fields.flatMap((field) => readingsOf(field).map(({ rule }) => `${field.name}: ${rule}`))
  return sentences.flatMap((sentence) => {
    const authors = first.filter(({ text }) => text.includes(sentence)).map(({ author }) => author)
    return authors.length === 0 || initialRendered.includes(sentence) ? [] : { authors, sentence }
  })
}
