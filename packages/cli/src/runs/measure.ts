import { performance } from 'node:perf_hooks'
import { credibleInterval, type Interval, MemoryStore, tallyOf } from '@agentdescent/core'
import { type RunSetup, type RowTask, scoreArtifact, systemClock } from '@agentdescent/sdk'
import type { CommandContext } from '../command.ts'
import { progressLine } from '../terminal/progress-line.ts'
import { refuseUnreachable } from './reachable.ts'
import { RunWatch } from './run-watch.ts'
import { type Sample, samplesOf } from './sample.ts'

/** What a text scores as it is. */
export interface ScoreData {
  readonly name: string
  readonly successes: number
  /** Held-out tasks that were scored: all of them, unless the command was interrupted. */
  readonly of: number
  readonly heldOut: number
  /** 95 % credible interval of the rate; absent when nothing was scored. */
  readonly interval?: Interval
  readonly calls: number
  readonly requests: number
  readonly tokens: { readonly prompt: number; readonly completion: number }
  readonly seconds: number
  /** The lowest rewards, at most five. */
  readonly worst: readonly Sample[]
  readonly interrupted: boolean
}

export interface MeasureOptions extends Pick<CommandContext, 'note' | 'progress' | 'signal'> {
  readonly maxCalls?: number
}

const WORST = 5

/** Scores the text that a run would start from. @throws what `scoreArtifact` throws, but for an abort */
export async function measure(setup: RunSetup, options: MeasureOptions): Promise<ScoreData> {
  const { note, progress, signal, maxCalls } = options
  refuseUnreachable(setup)
  const watch = new RunWatch(setup, () => performance.now())
  const seen = new Map<string, number>()
  const given = watched(setup, watch, seen)
  note(`${setup.preview.heldOut.length} held-out tasks, ${setup.preview.trials} call each.`)
  const timer = setInterval(() => progress(progressLine(watch.progress())), 250)
  try {
    const limits = maxCalls === undefined ? {} : { stop: { maxCalls } }
    const score = await scoreArtifact({
      ...given,
      ...limits,
      signal,
      ledger: new MemoryStore(),
      clock: systemClock,
    })
    const { rows, cost, elapsedMs, rendered } = score
    const worst = samplesOf({ finalRows: rows, rendered }, setup.options.tasks, watch.outputs).slice(0, WORST)
    return {
      ...counted(setup, tallyOf(rows).successes, rows.length),
      calls: cost.actorCalls,
      requests: cost.providerRequests,
      tokens: { prompt: cost.promptTokens, completion: cost.completionTokens },
      seconds: elapsedMs / 1000,
      worst: worst.filter(({ reward }) => reward < 1),
      interrupted: false,
    }
  } catch (error) {
    if (!signal.aborted) throw error
    const { agent, reflector } = watch.calls
    return {
      ...counted(
        setup,
        [...seen.values()].reduce((sum, reward) => sum + reward, 0),
        seen.size,
      ),
      calls: agent + reflector,
      requests: agent + reflector,
      tokens: { prompt: 0, completion: 0 },
      seconds: watch.progress().seconds,
      worst: [],
      interrupted: true,
    }
  } finally {
    clearInterval(timer)
    progress(undefined)
  }
}

/** The run's options, with a look at every reward as it comes. */
function watched(setup: RunSetup, watch: RunWatch, seen: Map<string, number>): RunSetup['options'] {
  const { reward } = setup.options
  const agent = watch.agent()
  return {
    ...setup.options,
    ...(agent === undefined ? {} : { agent }),
    reward: async (task: RowTask, output: string) => {
      const reply = await reward(task, output)
      seen.set(task.id, typeof reply === 'number' ? reply : reply.reward)
      return reply
    },
  }
}

function counted(
  { name, preview }: RunSetup,
  successes: number,
  of: number,
): Pick<ScoreData, 'heldOut' | 'interval' | 'name' | 'of' | 'successes'> {
  const interval = of === 0 ? {} : { interval: credibleInterval({ successes, failures: of - successes }) }
  return { name, successes, of, heldOut: preview.heldOut.length, ...interval }
}
