import type { Task } from '../model/task.ts'
import { contentDigest } from '../runtime/digest.ts'

const known = new WeakMap<Task, string>()

/** Returns a name for all that a task says: its id, prompt and `meta`, as far as JSON can hold it, in any key order. */
export function taskFingerprint(task: Task): string {
  const cached = known.get(task)
  if (cached !== undefined) return cached
  const fingerprint = contentDigest(task.id, task.prompt, metaText(task))
  known.set(task, fingerprint)
  return fingerprint
}

/** A `meta` that JSON cannot hold, a cycle for example, leaves the task to its id and prompt. */
function metaText({ meta }: Task): string {
  try {
    return JSON.stringify(meta, withSortedKeys) ?? ''
  } catch {
    return ''
  }
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}
