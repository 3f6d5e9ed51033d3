/** Who or what is to blame when there is no answer. */
export type ProviderFailure =
  /** The key is missing, wrong or may not do this. */
  | 'auth'
  /** The request or the endpoint's settings are wrong. */
  | 'caller'
  /** Time ran out. */
  | 'deadline'
  /** The answer is not what it claims to be. */
  | 'malformed'
  /** Nothing is left on the account. */
  | 'quota'
  /** Too many requests for now. */
  | 'rate'
  /** The model or a filter declined. */
  | 'refused'
  /** The network or the provider stumbled. */
  | 'transient'
  /** The answer hit the token limit. */
  | 'truncated'

/** The case within a class; stable. */
export type ProviderCode =
  | 'answer-too-large'
  | 'bad-request'
  | 'connection-failed'
  | 'connection-lost'
  | 'content-filtered'
  | 'content-not-text'
  | 'context-too-long'
  | 'deadline-exceeded'
  | 'empty-answer'
  | 'empty-body'
  | 'forbidden'
  | 'html-answer'
  | 'length-stop'
  | 'model-not-found'
  | 'no-choices'
  | 'no-content'
  | 'not-json'
  | 'not-unicode'
  | 'quota-exhausted'
  | 'rate-limited'
  | 'reasoning-only'
  | 'redirected'
  | 'refused'
  | 'server-error'
  | 'stalled'
  | 'stream-cut'
  | 'unauthorized'
  | 'unknown-finish-reason'
