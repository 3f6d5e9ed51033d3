import type { Task } from '@agentdescent/sdk'

/** One way to understand how a field is to be written. */
export interface Reading {
  /** The rule as the artifact holds it; unique in its field. */
  readonly rule: string
  apply(value: string): string
}

/** A field of a record, how its values are meant to look, and what they might be mistaken for. */
export interface Field {
  readonly name: string
  readonly right: Reading
  /** Explains some of the values as well as `right` does, and spoils others. */
  readonly tempting: Reading
  /** An even number: the first half is trained on, the second half held out. */
  readonly values: readonly string[]
}

/** What the demo's artifact has to learn: the fields of a record, one rule each. */
export interface Landscape {
  readonly name: string
  readonly fields: readonly Field[]
}

/** A value to be cleaned; `meta` holds the field and the answer. */
export interface RecordTask extends Task {
  readonly meta: { readonly field: string; readonly value: string; readonly expected: string }
}

/** Returns the tasks that rollouts see, and those that only the gate sees. */
export function tasksOf({ fields }: Landscape): {
  readonly training: readonly RecordTask[]
  readonly heldOut: readonly RecordTask[]
} {
  const halves = fields.map((field) => ({ field, half: field.values.length / 2 }))
  return {
    training: halves.flatMap(({ field, half }) =>
      field.values.slice(0, half).map((value) => taskOf(field, value)),
    ),
    heldOut: halves.flatMap(({ field, half }) =>
      field.values.slice(half).map((value) => taskOf(field, value)),
    ),
  }
}

function taskOf({ name, right }: Field, value: string): RecordTask {
  const meta = { field: name, value, expected: right.apply(value) }
  return { id: `${name} ${value}`, prompt: `${name}: ${value}`, meta }
}
