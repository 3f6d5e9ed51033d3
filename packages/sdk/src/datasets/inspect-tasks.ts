import type { Task } from '@agentdescent/core'
import { normalise } from '../scorers/normalise.ts'

/** What can be wrong with tasks before anything is spent on them. */
export type TaskFinding = {
  /** One sentence with the numbers in it, and what to do. */
  readonly message: string
  /** Ids of the tasks it is about; empty when it is about all. */
  readonly tasks: readonly string[]
} & (
  | { readonly kind: 'duplicate-prompt' }
  | { readonly kind: 'contradicting-gold' }
  | { readonly kind: 'gold-in-prompt' }
  | { readonly kind: 'rare-class'; readonly gold: string; readonly missing: number }
  | { readonly kind: 'too-few-tasks'; readonly missing: number }
)

export interface InspectOptions {
  /** Share of the tasks that only the gate sees; default 0.4. */
  readonly heldOutFraction?: number
  /** Name in the task's `meta` of the expected answer; default `gold`. */
  readonly goldKey?: string
}

/** With fewer held-out tasks, a single one moves the score by more than a tenth. */
const HELD_OUT_WANTED = 10
/** An expected answer that so many tasks share is the name of a class. */
const CLASS_SIZE = 3
/** A shorter expected answer occurs in a prompt by chance. */
const LEAK_CHARS = 3

/** Returns what may spoil a run with these tasks: duplicates, answers given away, rare classes, too few tasks. */
export function inspectTasks(tasks: readonly Task[], options: InspectOptions = {}): readonly TaskFinding[] {
  const { goldKey = 'gold', heldOutFraction = 0.4 } = options
  const known = tasks.map((task) => describe(task, goldKey))
  const golds = groupBy(known, ({ gold }) => gold ?? '')
  return [
    ...duplicates(known),
    ...leaks(known, golds),
    ...rareClasses(golds, tasks.length, heldOutFraction),
    ...tooFew(tasks.length, heldOutFraction),
  ]
}

interface Known {
  readonly id: string
  readonly prompt: string
  /** Absent when the task expects no answer that could be compared. */
  readonly gold: string | undefined
}

function describe({ id, prompt, meta = {} }: Task, goldKey: string): Known {
  const gold = Object.hasOwn(meta, goldKey) ? meta[goldKey] : undefined
  const isPlain = typeof gold === 'string' || typeof gold === 'number' || typeof gold === 'boolean'
  return { id, prompt: normalise(prompt), gold: isPlain ? normalise(String(gold)) : undefined }
}

function duplicates(tasks: readonly Known[]): readonly TaskFinding[] {
  const groups = [...groupBy(tasks, ({ prompt }) => prompt).values()].filter((group) => group.length > 1)
  return groups.map((group) => {
    const isContradicting = new Set(group.map(({ gold }) => gold)).size > 1
    const ids = group.map(({ id }) => id)
    const who = `Tasks ${listed(ids)} have the same prompt`
    return isContradicting
      ? {
          kind: 'contradicting-gold',
          tasks: ids,
          message: `${who} and expect different answers; no artifact can solve all. Correct or remove them.`,
        }
      : {
          kind: 'duplicate-prompt',
          tasks: ids,
          message: `${who}, so a held-out one may be known from training. Keep one of them.`,
        }
  })
}

function leaks(
  tasks: readonly Known[],
  golds: ReadonlyMap<string, readonly Known[]>,
): readonly TaskFinding[] {
  const leaking = tasks.filter(({ prompt, gold }) => {
    if (gold === undefined || gold.length < LEAK_CHARS) return false
    return (golds.get(gold)?.length ?? 0) < CLASS_SIZE && holdsWord(prompt, gold)
  })
  if (leaking.length === 0) return []
  const ids = leaking.map(({ id }) => id)
  const message = `The expected answer stands in the prompt of ${ids.length} of ${tasks.length} tasks (${listed(ids)}). Unless the answer is to be found in the prompt, remove it there.`
  return [{ kind: 'gold-in-prompt', tasks: ids, message }]
}

/** A part of a longer word is no answer given away. */
function holdsWord(text: string, word: string): boolean {
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1))
    if (!/[\p{L}\p{N}]/u.test(text.charAt(start - 1) + text.charAt(start + word.length))) return true
  return false
}

function rareClasses(
  golds: ReadonlyMap<string, readonly Known[]>,
  count: number,
  heldOutFraction: number,
): readonly TaskFinding[] {
  const classes = [...golds].filter(([gold]) => gold !== '')
  if (!classes.some(([, members]) => members.length >= CLASS_SIZE) || classes.length * 2 > count) return []
  const smallerShare = Math.min(heldOutFraction, 1 - heldOutFraction)
  const wanted = Math.max(2, Math.ceil(1 / smallerShare))
  return classes
    .filter(([, members]) => members.length < wanted)
    .map(([gold, members]) => {
      const missing = wanted - members.length
      const message = `Only ${members.length} of ${count} tasks expect ${JSON.stringify(gold)}, too few to be both learned and held out. Add ${missing} more.`
      return { kind: 'rare-class', gold, missing, tasks: members.map(({ id }) => id), message }
    })
}

function tooFew(count: number, heldOutFraction: number): readonly TaskFinding[] {
  const heldOut = Math.round(count * heldOutFraction)
  if (heldOut >= HELD_OUT_WANTED) return []
  const missing = Math.ceil(HELD_OUT_WANTED / heldOutFraction) - count
  const message = `${heldOut} of ${count} tasks are held out, so one of them moves the score by ${heldOut === 0 ? 'everything' : (1 / heldOut).toFixed(2)}. With ${missing} more there are ${HELD_OUT_WANTED}.`
  return [{ kind: 'too-few-tasks', missing, tasks: [], message }]
}

function groupBy(
  tasks: readonly Known[],
  keyOf: (task: Known) => string,
): ReadonlyMap<string, readonly Known[]> {
  const groups = new Map<string, Known[]>()
  for (const task of tasks) {
    const key = keyOf(task)
    groups.set(key, [...(groups.get(key) ?? []), task])
  }
  return groups
}

function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, 5).map((id) => JSON.stringify(id))
  return ids.length > 5 ? `${shown.join(', ')} and ${ids.length - 5} more` : shown.join(', ')
}
