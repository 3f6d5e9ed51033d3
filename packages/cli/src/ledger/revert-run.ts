import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import {
  composeRun,
  LedgerError,
  OptionError,
  readRunSpec,
  revert,
  type RunSetup,
  shown,
} from '@agentdescent/sdk'
import type { CommandContext } from '../command.ts'
import { agreed } from '../runs/agreed.ts'
import { refuseUnreachable } from '../runs/reachable.ts'
import type { RunFolder } from '../runs/run-folder.ts'
import { RunWatch } from '../runs/run-watch.ts'
import { findLedger } from './find-ledger.ts'

export interface RevertInputs {
  /** Name or folder of the run. */
  readonly named: string
  /** A commit, a version or a line. */
  readonly what: string
  readonly maxCalls: number | undefined
  readonly isAgreed: boolean
}

/** What became of taking a commit back. */
export interface RevertData {
  readonly run: string
  readonly commit: string
  readonly subject: string
  readonly outcome: 'committed' | 'refused' | 'already-gone'
  /** The version that took it back. */
  readonly version?: number
  readonly reason: string
  /** Held-out figures, by name: `baseSuccesses`, `candidateSuccesses`, `measured`, `gain`, `probability`, `threshold`. */
  readonly numbers: Readonly<Record<string, number>>
  readonly calls: number
}

/**
 * Measures the inverse of a commit with the spec of the run, and commits it if the gate agrees.
 * @throws OptionError before anything is spent; LedgerError `revert-conflict` where later commits stand in the way
 */
export async function revertRun(inputs: RevertInputs, context: CommandContext): Promise<RevertData> {
  const folder = await runOf(inputs.named)
  const setup = await setupOf(folder)
  refuseUnreachable(setup)
  const most = 2 * setup.preview.heldOut.length * setup.preview.trials
  await agree(inputs, most, context)
  const agent = new RunWatch(setup, () => performance.now()).agent()
  const { commit, subject, result } = await revert(
    {
      ...setup.options,
      ...(agent === undefined ? {} : { agent }),
      stop: { maxCalls: inputs.maxCalls ?? most },
      ledger: folder.ledger,
      signal: context.signal,
    },
    inputs.what,
  )
  const told = { run: folder.name, commit, subject, calls: result.calls }
  if (result.outcome === 'conflict') throw conflict(commit, result.keys, folder)
  if (result.outcome === 'already-gone')
    return { ...told, outcome: result.outcome, reason: 'The head holds nothing of it any more.', numbers: {} }
  const { numbers, reason } = result.proposal
  const version = numbers['version']
  return { ...told, outcome: result.outcome, reason, numbers, ...(version === undefined ? {} : { version }) }
}

async function runOf(named: string): Promise<RunFolder> {
  const { folder, path } = await findLedger(named)
  if (folder === undefined)
    throw new OptionError({
      code: 'no-run',
      argument: 'ledger',
      value: shown(named),
      message: `${shown(named)} is the ledger ${path} without a run, and only a run says how to measure.`,
      fix: 'Name the run, or call revert() of the SDK with your own options.',
    })
  if (folder.isRunning(await folder.record()))
    throw new OptionError({
      code: 'still-running',
      argument: 'ledger',
      value: shown(named),
      message: `The run ${shown(named)} is still running.`,
      fix: 'Wait for its end, or interrupt it.',
    })
  return folder
}

/** The spec as it was run; its paths start where the spec file was. */
async function setupOf(folder: RunFolder): Promise<RunSetup> {
  const record = await folder.record()
  const read = await readRunSpec(join(folder.path, 'spec.json'))
  return composeRun({ ...read, folder: dirname(record.spec), name: record.name })
}

async function agree(
  { isAgreed, maxCalls, named, what }: RevertInputs,
  most: number,
  context: CommandContext,
): Promise<void> {
  context.note(
    `Measuring the artifact with and without it takes at most ${most} calls; what is in a cache takes none.`,
  )
  if (isAgreed || maxCalls !== undefined) return
  const command = `ledger revert ${named} ${what}`
  await agreed(`Start? It may take ${most} calls.`, { what: 'Measuring', limit: most, command }, context)
}

function conflict(commit: string, keys: readonly string[], folder: RunFolder): LedgerError {
  return new LedgerError({
    code: 'revert-conflict',
    argument: 'commit',
    value: commit,
    message: `Commit ${commit.slice(0, 7)} cannot be taken back by itself: later commits changed the same places of ${keys.map(shown).join(', ')}.`,
    fix: `Take those back first; agentdescent ledger blame ${folder.name} names them.`,
  })
}
