import { taskFingerprint } from '../evaluation/task-fingerprint.ts'
import type { Chronicled } from '../journal/chronicled.ts'
import { JournalError } from '../journal/journal-error.ts'
import { plainJson } from '../journal/plain-json.ts'
import type { Tokens } from '../model/measurement.ts'
import type { ProposalDraft, RolloutSpec } from '../model/rollout.ts'
import { shown } from '../model/errors.ts'
import type { Task } from '../model/task.ts'
import { contentDigest } from '../runtime/digest.ts'
import type { Json } from '../runtime/json.ts'
import type { Failure, Propose, Run } from './caller.ts'

/** What one attempt came to. */
export interface Scored<Output> {
  readonly reward: number
  readonly metrics: Readonly<Record<string, number>>
  readonly output: Output
  readonly tokens?: Tokens
}

interface AttemptParts<T extends Task, Output> {
  readonly key: string
  readonly spec: RolloutSpec
  readonly task: T
  readonly make: () => Promise<Scored<Output>>
}

/** Returns an attempt as the journal keeps it: what was run, and what it came to. */
export function recordedAttempt<T extends Task, Output>(
  run: Run<T, Output>,
  { key, spec, task, make }: AttemptParts<T, Output>,
): Chronicled<Scored<Output>> {
  return {
    key,
    request: requestOf(spec),
    make,
    encode: (scored) => kept(scored, task, 'run'),
    decode: (answer) => {
      const scored = recalled<Scored<Output>>(answer)
      run.remember?.(spec.rendered, task, scored.output)
      return scored
    },
  }
}

interface ProposalParts<T extends Task, Output> {
  readonly key: string
  readonly spec: RolloutSpec
  readonly failure: Failure<T, Output>
  readonly make: () => Promise<ProposalDraft | undefined>
}

/** Returns a call of the proposer as the journal keeps it. */
export function recordedProposal<T extends Task, Output>(
  propose: Propose<T, Output>,
  { key, spec, failure, make }: ProposalParts<T, Output>,
): Chronicled<ProposalDraft | undefined> {
  return {
    key,
    request: requestOf(spec),
    make,
    encode: (draft) => kept(draft, failure.task, 'propose'),
    decode: (answer) => {
      propose.remember?.(failure)
      return recalled<ProposalDraft | null>(answer) ?? undefined
    },
  }
}

function requestOf({ rendered, task, trial }: RolloutSpec): string {
  return contentDigest(rendered, taskFingerprint(task), String(trial))
}

/** @throws JournalError `not-json` for what could not be read back as it was */
function kept(value: unknown, task: Task, what: string): Json {
  const plain = plainJson(value)
  if ('json' in plain) return plain.json
  throw new JournalError({
    code: 'not-json',
    argument: what,
    value: shown(value),
    message: `What ${what}() returned for task ${shown(task.id)} holds ${plain.fault} at "${plain.path}", and a journal keeps JSON only.`,
    fix: 'Return plain data, or run without a journal: journal: false; such a run cannot be resumed.',
  })
}

/** The journal gives back what `kept` took, so that the type it had then is the type it has. */
function recalled<Value>(answer: Json): Value {
  const value: unknown = answer
  return value as Value
}
