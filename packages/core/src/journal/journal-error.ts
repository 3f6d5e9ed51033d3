import { AgentDescentError } from '../model/errors.ts'

/** A run cannot go on from its journal: what it comes to now is not what it came to before, or cannot be kept. */
export class JournalError extends AgentDescentError {
  readonly kind = 'ledger'
}

/** Returns the error of a run that does not come to what its journal holds at the place. */
export function divergence(place: string, before: string, now: string): JournalError {
  return new JournalError({
    code: 'diverged',
    argument: 'ledger',
    message: `The run does not come to what its journal holds at ${place}: that is ${cut(before)}, and now it is ${cut(now)}.`,
    fix: 'Go on with the code and options that the run was started with, or start a new run with another artifact.id or ledger.',
  })
}

function cut(text: string): string {
  return text.length <= 600 ? text : `${text.slice(0, 600).toWellFormed()}...`
}
