import type { Task } from '../model/task.ts'
import { canonicalJson } from '../runtime/canonical-json.ts'
import { contentDigest } from '../runtime/digest.ts'
import type { Json } from '../runtime/json.ts'

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
  if (meta === undefined) return ''
  try {
    const plain: Json = JSON.parse(JSON.stringify(meta, withoutBigInts))
    return canonicalJson(plain)
  } catch {
    return ''
  }
}

function withoutBigInts(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
