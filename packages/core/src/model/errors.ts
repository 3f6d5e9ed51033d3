/** Who has to act: the caller's code, a model or tool behind it, the ledger, or nobody, for a limit was reached. */
export type FailureKind = 'caller' | 'backend' | 'ledger' | 'limit'

/** What a refusal names, so that a reader can act on it without a stack trace. */
export interface FailureDetails {
  /** Stable, kebab-case, machine-readable. */
  readonly code: string
  /** One sentence that holds the offending value. */
  readonly message: string
  /** Path of the argument at fault, as the caller spells it: `evaluation.heldOutFraction`. */
  readonly argument?: string
  /** The offending value as text, cut to 200 characters. */
  readonly value?: string
  /** What to do about it. */
  readonly fix?: string
  readonly cause?: unknown
}

/** Base of every error that this project throws; `code` is stable, `kind` says who has to act. */
export abstract class AgentDescentError extends Error {
  abstract readonly kind: FailureKind
  readonly code: string
  readonly argument: string | undefined
  readonly value: string | undefined
  readonly fix: string | undefined

  constructor({ code, message, argument, value, fix, cause }: FailureDetails) {
    super(fix === undefined ? message : `${message} ${fix}`, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    this.code = code
    this.argument = argument
    this.value = value
    this.fix = fix
  }
}

/** An option is wrong; thrown before the first rollout. */
export class OptionError extends AgentDescentError {
  readonly kind = 'caller'
}

/** Code the caller supplied broke its documented contract: the run cannot mean anything, so it ends by throwing. */
export class ContractError extends AgentDescentError {
  readonly kind = 'caller'
}

/** A rule, an oracle or an observer the caller supplied broke its contract: the run ends, and its partial result is returned. */
export class PolicyError extends AgentDescentError {
  readonly kind = 'caller'
}

/** The artifact, a path or a key may not be changed by any run. */
export class GovernanceError extends AgentDescentError {
  readonly kind = 'caller'
}

/** A model, scorer or tool failed; absorbed and retried, and unless it is terminal never fatal once anything has worked. */
export class BackendError extends AgentDescentError {
  readonly kind = 'backend'
  /** Nothing behind it can succeed until somebody acts: a refused key, an account without credit. */
  readonly terminal: boolean = false
  /** Whoever threw it has repeated what was worth repeating, so that nobody else need. */
  readonly repeated: boolean = false
}

/** The ledger could not be read or written; the run stops and keeps its partial result. */
export class LedgerError extends AgentDescentError {
  readonly kind = 'ledger'
}

/** A limit of the run leaves no room for the next piece of work; the run ends with what it has. */
export class LimitError extends AgentDescentError {
  readonly kind = 'limit'
}

/** Says whether code is wrong, rather than something behind it down: what the language itself throws, but for a lost connection. */
export function isMistake(error: unknown): boolean {
  if (error instanceof ReferenceError || error instanceof RangeError) return true
  return error instanceof TypeError && error.cause === undefined
}

/** Says whether trying the same thing again can help: only a failure behind the caller's code can pass. */
export function isTransient(error: unknown): boolean {
  return !(error instanceof AgentDescentError) || error.kind === 'backend'
}

/** Says whether to try the same thing again: it can help, and nobody has done so yet. */
export function isWorthRepeating(error: unknown): boolean {
  return isTransient(error) && !(error instanceof BackendError && error.repeated)
}

/** Says whether every further try is bound to fail as well. */
export function isTerminal(error: unknown): boolean {
  return error instanceof BackendError && error.terminal
}

/** Returns an error's own sentence, once. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : shown(error)
}

/** Returns `value` as text for an error message: one line, at most 200 characters. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : plain(value)
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 200 ? `${line.slice(0, 197).replace(/[\uD800-\uDBFF]$/, '')}...` : line
}

function plain(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object' || value === null) return String(value)
  try {
    return JSON.stringify(value) ?? 'an object'
  } catch {
    return 'an object'
  }
}
