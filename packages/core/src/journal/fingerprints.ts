import type { Fingerprints } from './records.ts'

/** What became different, and what follows for a run that is to go on. */
export type Comparison =
  | { readonly outcome: 'continue' }
  /** What was paid for stays in the ledger; the run begins anew at its head. */
  | { readonly outcome: 'new-candidate'; readonly changed: readonly Change[] }
  | { readonly outcome: 'refuse'; readonly changed: readonly Change[] }

export interface Change {
  readonly name: string
  readonly before: string
  readonly now: string
}

/** Scores under one name must mean one thing, and a state is of one strategy: nothing can go on where these differ. */
const DECISIVE: readonly string[] = ['strategy', 'scorer']

/**
 * Compares what a run was started with and what it is to go on with. Limits, concurrency, observers and caches are no part of
 * it: they change nothing that a run comes to.
 */
export function compareFingerprints(before: Fingerprints, now: Fingerprints): Comparison {
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  const changed = [...names]
    .map((name) => ({ name, before: before[name] ?? 'nothing', now: now[name] ?? 'nothing' }))
    .filter((change) => change.before !== change.now)
  if (changed.length === 0) return { outcome: 'continue' }
  // A scorer under a new name is another evaluator, whose scores are never compared with the old ones.
  const isRenamed = changed.some(({ name }) => name === 'evaluator')
  const decisive = changed.filter(({ name }) => DECISIVE.includes(name) && !(name === 'scorer' && isRenamed))
  return decisive.length > 0
    ? { outcome: 'refuse', changed: decisive }
    : { outcome: 'new-candidate', changed }
}

/** Returns the changes as one clause for a person. */
export function describeChanges(changed: readonly Change[]): string {
  return changed
    .map(({ name, before, now }) => `${named(name)} was ${short(before)} and is ${short(now)}`)
    .join('; ')
}

/** An evaluator is told by a digest, which says nothing of what it is made of. */
function named(name: string): string {
  return name === 'evaluator' ? 'evaluator (the scorer, the model, and its settings)' : name
}

function short(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 117).toWellFormed()}...`
}
