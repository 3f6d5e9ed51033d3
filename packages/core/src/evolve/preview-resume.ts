import { chooseRun } from '../journal/choose-run.ts'
import type { JournalSummary } from '../journal/journal-summary.ts'
import type { Task } from '../model/task.ts'
import type { EvolveOptions } from './options.ts'
import { isRaised } from './raised-limits.ts'
import { resolveOptions } from './resolve-options.ts'
import { fingerprintsOf, limitsOf } from './run-fingerprints.ts'

/** What a run would do on a ledger that holds others, before it does anything. */
export type ResumePreview =
  /** `isOver`: it had ended, and no limit is higher, so that it would ask nothing. */
  | { readonly outcome: 'continue'; readonly journal: JournalSummary; readonly isOver: boolean }
  /** It would begin anew; `notice` says what changed since the newest run, where there is one. */
  | { readonly outcome: 'begin'; readonly notice?: string }

/**
 * Returns what `evolve` would do with these options where the ledger's journals say this; calls nothing and changes nothing.
 * @throws OptionError, GovernanceError as `evolve` does, `changed-run` among them
 */
export function previewResume<T extends Task, Output = string>(
  options: EvolveOptions<T, Output>,
  journals: readonly JournalSummary[],
): ResumePreview {
  const plan = resolveOptions(options)
  const choice = chooseRun(journals, { artifact: plan.artifact.id, fingerprints: fingerprintsOf(plan) })
  if (choice.outcome === 'begin')
    return { outcome: 'begin', ...(choice.notice === undefined ? {} : { notice: choice.notice }) }
  const journal = journals.find(({ name }) => name === choice.known.name)
  if (journal === undefined) return { outcome: 'begin' }
  const { ended, limits } = journal
  const isOver = ended !== undefined && !isRaised(ended.stopReason, ended.rounds, [limits, limitsOf(plan)])
  return { outcome: 'continue', journal, isOver }
}
