import { resolve } from 'node:path'
import {
  type EvolutionResult,
  openLedger,
  OptionError,
  shown,
  textTargetAt,
  type TextWritten,
  writeTextTarget,
} from '@agentdescent/sdk'
import { RunFolder } from './run-folder.ts'
import type { RunRecord } from './run-record.ts'

export interface ApplyOptions {
  readonly to: string | undefined
  readonly dryRun: boolean
  readonly force: boolean
}

/** What applying a run wrote, or would write. */
export interface Applied {
  readonly run: string
  readonly target: TextWritten
  /** What the file held before. */
  readonly before: string
  readonly after: string
}

/**
 * Writes the text that a run evolved to the file that it started from.
 * @throws OptionError `no-such-run`, `still-running`, `no-result`, `no-target`, `target-changed`
 */
export async function applyRun(named: string, { to, dryRun, force }: ApplyOptions): Promise<Applied> {
  const folder = await RunFolder.find(named)
  const record = await folder.record()
  if (folder.isRunning(record))
    throw refusal(named, 'still-running', 'is still running.', 'Wait for its end, or interrupt it.')
  const result = await folder.readResult()
  if (result === undefined)
    throw refusal(named, 'no-result', 'left no result.', `See what it left with agentdescent show ${named}.`)
  const { path, hash } = destination(named, record, to)
  const before = await textTargetAt(path)
  const text = await newestText(folder, result)
  const target = await writeTextTarget({ path, text, baseHash: hash, dryRun, force })
  return { run: folder.name, target, before: before.text, after: text }
}

/** A commit that was taken back after the run has made a version that its result does not know. */
async function newestText(
  { ledger: path }: RunFolder,
  { rendered, version }: EvolutionResult,
): Promise<string> {
  const ledger = await openLedger(path)
  try {
    const head = await ledger.artifact('dev')
    return head.version > version ? await ledger.render('dev') : rendered
  } finally {
    await ledger.close()
  }
}

/** Another file than the target has to be new. */
function destination(
  named: string,
  { target }: RunRecord,
  to: string | undefined,
): { readonly path: string; readonly hash: string | null } {
  if (to !== undefined) {
    const path = resolve(to)
    return { path, hash: path === target?.path ? target.hash : null }
  }
  if (target !== undefined) return target
  throw refusal(
    named,
    'no-target',
    'started from a text in its spec, so there is no file to write to.',
    'Name one with --to.',
  )
}

function refusal(named: string, code: string, ...[what, fix]: readonly [string, string]): OptionError {
  return new OptionError({
    code,
    argument: 'run',
    value: shown(named),
    message: `The run ${shown(named)} ${what}`,
    fix,
  })
}
