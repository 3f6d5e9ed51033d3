import type { Endpoint } from './endpoint.ts'
import { ProviderError } from './provider-error.ts'
import type { ProviderCode, ProviderFailure } from './provider-failure.ts'

interface Advice {
  readonly argument: string
  readonly value: string
  readonly fix: string
}

interface Case {
  readonly failure: ProviderFailure
  readonly retryable?: true
  readonly terminal?: true
  readonly advice: (endpoint: Endpoint) => Advice
}

/** Every way in which a request can fail, with what follows from it and what to do about it. */
const cases: Readonly<Record<ProviderCode, Case>> = {
  unauthorized: { failure: 'auth', terminal: true, advice: checkKey },
  forbidden: { failure: 'auth', terminal: true, advice: checkKey },
  'bad-request': { failure: 'caller', advice: checkRequest },
  'context-too-long': { failure: 'caller', advice: shortenPrompt },
  'model-not-found': { failure: 'caller', terminal: true, advice: checkModel },
  redirected: { failure: 'caller', terminal: true, advice: checkBaseUrl },
  'deadline-exceeded': { failure: 'deadline', advice: raiseDeadline },
  stalled: { failure: 'deadline', advice: raiseIdle },
  'html-answer': { failure: 'malformed', terminal: true, advice: checkBaseUrl },
  'empty-body': { failure: 'malformed', retryable: true, advice: checkBaseUrl },
  'not-json': { failure: 'malformed', retryable: true, advice: checkBaseUrl },
  'no-choices': { failure: 'malformed', retryable: true, advice: checkBaseUrl },
  'no-content': { failure: 'malformed', advice: checkModel },
  'empty-answer': { failure: 'malformed', advice: raiseTokens },
  'reasoning-only': { failure: 'malformed', advice: raiseTokens },
  'content-not-text': { failure: 'malformed', advice: checkModel },
  'not-unicode': { failure: 'malformed', advice: checkModel },
  'unknown-finish-reason': { failure: 'malformed', advice: checkModel },
  'answer-too-large': { failure: 'malformed', advice: raiseBytes },
  'quota-exhausted': { failure: 'quota', terminal: true, advice: addCredit },
  'rate-limited': { failure: 'rate', retryable: true, advice: slowDown },
  refused: { failure: 'refused', advice: checkRequest },
  'content-filtered': { failure: 'refused', advice: checkRequest },
  'server-error': { failure: 'transient', retryable: true, advice: tryLater },
  'connection-failed': { failure: 'transient', retryable: true, advice: checkBaseUrl },
  'connection-lost': { failure: 'transient', retryable: true, advice: tryLater },
  'stream-cut': { failure: 'transient', retryable: true, advice: tryLater },
  'length-stop': { failure: 'truncated', advice: raiseTokens },
}

/** What is known of one failure beyond its code. */
export interface FailureFacts {
  /** What happened, as the middle of a sentence; masked and cut here. */
  readonly what: string
  readonly status?: number
  readonly requestId?: string
  readonly retryAfterMs?: number
  readonly partialText?: string
  /** The provider's own word on whether another attempt makes sense. */
  readonly retryable?: boolean
}

/** Returns the error for one failure at an endpoint: a sentence with argument, value and fix, and no key in it. */
export function providerError(endpoint: Endpoint, code: ProviderCode, facts: FailureFacts): ProviderError {
  const { failure, advice, retryable, terminal } = cases[code]
  const { what, partialText, requestId, ...known } = facts
  const { mask } = endpoint
  const { argument, value, fix } = advice(endpoint)
  return new ProviderError({
    ...known,
    code,
    failure,
    argument,
    value: mask(value),
    fix: mask(fix),
    provider: endpoint.provider,
    message: mask(`${endpoint.provider} at ${endpoint.shownUrl} ${what}.`),
    retryable: known.retryable ?? retryable ?? false,
    terminal: terminal ?? false,
    ...(requestId === undefined ? {} : { requestId: mask(requestId) }),
    ...(partialText === undefined ? {} : { partialText: mask(partialText) }),
  })
}

function checkKey({ apiKeyEnv }: Endpoint): Advice {
  return apiKeyEnv === null
    ? { argument: 'apiKeyEnv', value: 'null', fix: 'Name the variable that holds a key in apiKeyEnv.' }
    : {
        argument: 'apiKeyEnv',
        value: apiKeyEnv,
        fix: `Put a key that this endpoint accepts into ${apiKeyEnv}.`,
      }
}

function checkRequest({ model }: Endpoint): Advice {
  return {
    argument: 'model',
    value: model,
    fix: 'Change the prompt or the options that the request was made from.',
  }
}

function shortenPrompt({ model }: Endpoint): Advice {
  return { argument: 'model', value: model, fix: 'Shorten the prompt or name a model with a longer context.' }
}

function checkModel({ model, shownUrl }: Endpoint): Advice {
  return { argument: 'model', value: model, fix: `Name a chat model that ${shownUrl} serves.` }
}

function checkBaseUrl({ exampleUrl, shownUrl }: Endpoint): Advice {
  return {
    argument: 'baseUrl',
    value: shownUrl,
    fix: `Point baseUrl at the root of the API, as in ${exampleUrl}.`,
  }
}

function raiseDeadline({ limits }: Endpoint): Advice {
  return {
    argument: 'deadlineMs',
    value: String(limits.deadlineMs),
    fix: 'Raise deadlineMs or use a faster endpoint.',
  }
}

function raiseIdle({ limits }: Endpoint): Advice {
  return { argument: 'idleMs', value: String(limits.idleMs), fix: 'Raise idleMs or use another endpoint.' }
}

function raiseBytes({ limits }: Endpoint): Advice {
  return {
    argument: 'maxBytes',
    value: String(limits.maxBytes),
    fix: 'Raise maxBytes if such an answer is right.',
  }
}

function raiseTokens({ model }: Endpoint): Advice {
  return {
    argument: 'maxTokens',
    value: model,
    fix: 'Raise maxTokens, ask for less, or switch reasoning off.',
  }
}

function addCredit({ apiKeyEnv }: Endpoint): Advice {
  return {
    argument: 'apiKeyEnv',
    value: String(apiKeyEnv),
    fix: 'Add credit at the provider or use the key of another account.',
  }
}

function slowDown({ model }: Endpoint): Advice {
  return { argument: 'model', value: model, fix: 'Use fewer workers or wait until the limit is lifted.' }
}

function tryLater({ shownUrl }: Endpoint): Advice {
  return { argument: 'baseUrl', value: shownUrl, fix: 'Try again later or use another endpoint.' }
}
