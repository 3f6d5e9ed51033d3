import { tallyOf } from '@agentdescent/core'
import type { EvolutionResult } from '@agentdescent/core'
import { SLIP_RATE } from './clerk.ts'
import { compare } from './compare.ts'
import type { DemoReport, ForkRun, MergedRun } from './demo-report.ts'
import { type DemoOptions, demoRun, WORKERS } from './demo-run.ts'
import { tasksOf } from './landscape.ts'
import { playPrompt } from './play-prompt.ts'
import { RunBook } from './run-book.ts'

const LOG_LENGTH = 6

/** Evolves the landscape's rules with workers that are merged, then spends the same rollouts on as many forks. */
export async function playDemo(options: DemoOptions): Promise<DemoReport> {
  const { landscape, seed, signal } = options
  const { training, heldOut } = tasksOf(landscape)
  const [example] = training
  if (example === undefined) throw new RangeError(`landscape ${landscape.name} has no tasks`)
  const book = new RunBook()
  const rounds = Math.ceil(training.length / WORKERS)
  const result = await demoRun(options, {
    name: 'merged',
    seed,
    workers: WORKERS,
    rounds,
    onEvent: book.observe,
  })
  const merged = mergedRun(result, book)
  const forks = signal.aborted ? [] : await playForks(options, Math.floor(result.rollouts / WORKERS))
  const prompt =
    signal.aborted || landscape.fields.length === 1 ? undefined : await playPrompt(options, rounds)
  const interrupted = signal.aborted
  const keys = landscape.fields.map(({ name }) => name)
  return {
    landscape: landscape.name,
    seed,
    workers: WORKERS,
    keys,
    tasks: { training: training.length, heldOut: heldOut.length },
    slipRate: SLIP_RATE,
    example: { prompt: example.prompt, expected: example.meta.expected },
    merged,
    forks: interrupted ? [] : forks,
    ...(interrupted ? {} : { comparison: compare(merged, forks, keys) }),
    ...(interrupted || prompt === undefined ? {} : { prompt }),
    artifact: { version: result.version, text: result.rendered },
    log: result.log.slice(0, LOG_LENGTH).map(({ commit, message }) => ({ commit, subject: message.subject })),
    interrupted,
  }
}

/** The forks know nothing of each other, so they run side by side. */
function playForks(options: DemoOptions, rollouts: number): Promise<readonly ForkRun[]> {
  const forks = Array.from({ length: WORKERS }, async (_, fork): Promise<ForkRun> => {
    const seed = (options.seed + 1) * 1000 + fork
    const result = await demoRun(options, { name: `fork-${fork + 1}`, seed, workers: 1, rounds: rollouts })
    return { seed, rollouts: result.rollouts, calls: result.calls, after: tallyOf(result.finalRows) }
  })
  return Promise.all(forks)
}

function mergedRun(result: EvolutionResult, book: RunBook): MergedRun {
  const { stopReason, initialRows, finalRows, rollouts, calls } = result
  const [before, after] = [tallyOf(initialRows), tallyOf(finalRows)]
  return { stopReason, rounds: book.rounds(), lost: book.lost(), before, after, rollouts, calls }
}
