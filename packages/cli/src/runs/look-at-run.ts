import type { ProposalVerdict, RoundReport } from '@agentdescent/core'
import { type EvolutionResult, openLedger } from '@agentdescent/sdk'
import { RunFolder } from './run-folder.ts'
import type { RunRecord } from './run-record.ts'
import { type RunSummary, summaryOf } from './run-summary.ts'
import type { Sample } from './sample.ts'

/** All that `show` has to show. */
export interface RunView {
  readonly run: string
  readonly folder: string
  /** `lost`: the run's process is gone and has reported nothing. */
  readonly state: RunRecord['state'] | 'lost'
  readonly record: RunRecord
  /** Absent while there is no result. */
  readonly summary?: RunSummary
  readonly before?: string
  readonly after?: string
  readonly curve: readonly Pick<RoundReport, 'calls' | 'committed' | 'refused' | 'reward' | 'round'>[]
  /** Held-out tasks with the lowest rewards, at most five. */
  readonly worst: readonly Sample[]
  readonly refused: readonly RefusedEdit[]
}

export interface RefusedEdit {
  readonly author: string
  readonly tasks: readonly string[]
  readonly text: string
  readonly rationale?: string
  readonly verdict: ProposalVerdict
  readonly reason: string
  readonly numbers: Readonly<Record<string, number>>
}

const WORST = 5

/** Reads what a run left, finished or not. @throws OptionError `no-such-run`, `unreadable-result` */
export async function lookAtRun(named: string): Promise<RunView> {
  const folder = await RunFolder.find(named)
  const record = await folder.record()
  const state: RunView['state'] =
    record.state === 'running' && !folder.isRunning(record) ? 'lost' : record.state
  const result = await folder.readResult()
  const known = { run: folder.name, folder: folder.path, state, record }
  if (result === undefined)
    return { ...known, curve: [], worst: [], refused: [], ...(await committed(folder)) }
  const { proposeCalls, runCalls } = result.cost
  const samples = await folder.readSamples()
  return {
    ...known,
    summary: summaryOf(result, {
      name: record.name,
      run: folder.name,
      folder: folder.path,
      state: record.state,
      calls: { agent: runCalls, reflector: proposeCalls },
      timeouts: record.timeouts ?? 0,
    }),
    before: result.initialRendered,
    after: result.rendered,
    curve: result.history.map(({ round, reward, committed: commits, refused, calls }) => ({
      round,
      reward,
      committed: commits,
      refused,
      calls,
    })),
    worst: samples.filter(({ reward }) => reward < 1).slice(0, WORST),
    refused: refusedEdits(result),
  }
}

/** What an unfinished run has committed so far. */
async function committed(folder: RunFolder): Promise<Pick<RunView, 'after' | 'before'>> {
  try {
    const ledger = await openLedger(folder.ledger)
    try {
      return { before: await ledger.render(1), after: await ledger.render('dev') }
    } finally {
      await ledger.close()
    }
  } catch {
    return {}
  }
}

function refusedEdits({ proposals }: EvolutionResult): readonly RefusedEdit[] {
  return proposals
    .filter(({ verdict }) => verdict !== 'committed')
    .map(({ author, tasks, text, rationale, verdict, reason, numbers }) => ({
      author,
      tasks,
      text,
      ...(rationale === undefined ? {} : { rationale }),
      verdict,
      reason,
      numbers,
    }))
}
