import type { RunEvent } from '../model/event.ts'

/** Told again by every process, or about a process rather than the run. */
const OWN: readonly RunEvent['type'][] = ['warning', 'run-end', 'run-start', 'resumed']

/** An event as the journal keeps it: equal text whenever the run has come to the same. */
export interface EventText {
  /** What the event is about. */
  readonly key: string
  readonly text: string
}

/** Returns the event without durations; undefined for one that the journal does not keep. */
export function eventText(event: RunEvent): EventText | undefined {
  if (OWN.includes(event.type)) return undefined
  return { key: `${event.type} ${subjectOf(event)}`, text: JSON.stringify(event, withoutDurations) }
}

function subjectOf(event: RunEvent): string {
  if ('lease' in event) return event.lease
  if (event.type === 'card') return event.card.lease
  if (event.type === 'proposal') return event.proposal.lease
  if (event.type === 'round-end') return String(event.round.round)
  if ('round' in event) return String(event.round)
  if (event.type === 'merge-end') return event.report.artifact
  if (event.type === 'measured') return event.rows[0]?.candidate ?? ''
  return 'artifact' in event ? event.artifact : ''
}

const DURATIONS: readonly string[] = ['ms', 'elapsedMs']

/** Maps become lists of entries, and tasks their ids: what a task says besides is the caller's, and need not be JSON. */
function withoutDurations(name: string, value: unknown): unknown {
  if (DURATIONS.includes(name) && typeof value === 'number') return undefined
  if (value instanceof Map) return [...value]
  if (name === 'tasks' && Array.isArray(value)) return value.map(idOf)
  return value
}

function idOf(task: unknown): unknown {
  return typeof task === 'object' && task !== null && 'id' in task ? task.id : task
}
