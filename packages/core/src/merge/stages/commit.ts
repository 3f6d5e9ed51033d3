import { applyDiff, type Artifact } from '../../model/artifact.ts'
import type { MeasuredCandidate, Verdict } from '../../model/candidate.ts'
import type { Edits } from '../../model/diff.ts'
import type { MergeContext } from '../context.ts'
import { mergeMessage } from '../merge-message.ts'
import { reapplied } from '../reapply.ts'

export type Landing =
  | { readonly outcome: 'committed'; readonly version: number }
  | { readonly outcome: 'cas-conflict'; readonly attempts: number }

/** What committing reads of the merge context. */
export type CommitContext = Pick<MergeContext, 'ledger' | 'clock' | 'random' | 'run' | 'same' | 'texts'> & {
  readonly settings: Pick<MergeContext['settings'], 'commitAttempts' | 'commitBackoffMs' | 'reapply'>
}

/**
 * Stage 5. Commits by compare-and-swap. After a lost race it re-applies the diff to the new head, and gives up when nothing of it
 * is left, when it overlaps what the winner did, or after the last attempt.
 */
export async function commit(
  candidate: MeasuredCandidate,
  verdict: Verdict,
  context: CommitContext,
): Promise<Landing> {
  const { ledger, settings, clock, random } = context
  const message = mergeMessage(candidate, verdict, context)
  let { base, next } = candidate
  for (let attempt = 1; ; attempt++) {
    const result = await ledger.commit([next], new Map([[base.id, base.version]]), message)
    if (result.outcome === 'committed') return { outcome: 'committed', version: next.version }
    if (attempt >= settings.commitAttempts) return { outcome: 'cas-conflict', attempts: attempt }
    await clock.sleep(random.next() * settings.commitBackoffMs * 2 ** (attempt - 1))
    base = await ledger.get(base.id)
    const edits = await editsOn(base, candidate, context)
    if (edits === undefined) return { outcome: 'cas-conflict', attempts: attempt }
    next = applyDiff(base, { ...candidate.diff, edits })
    if (next.state.root === base.state.root) return { outcome: 'cas-conflict', attempts: attempt }
  }
}

/** Returns the edits as they read on the new head; undefined when its own changes overlap them: what was measured is gone. */
async function editsOn(
  head: Artifact,
  { base, diff }: MeasuredCandidate,
  context: CommitContext,
): Promise<Edits | undefined> {
  if (context.settings.reapply === 'value') return diff.edits
  const baseValues = new Map([...diff.edits.keys()].map((key) => [key, base.state.get(key) ?? null]))
  const moved = await reapplied(
    { edits: diff.edits, baseValues, head: head.state, same: context.same },
    context.texts,
  )
  return moved.overlapping.length > 0 ? undefined : moved.edits
}
