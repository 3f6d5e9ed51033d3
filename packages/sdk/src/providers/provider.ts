import type { Usage } from '@agentdescent/core'
import { OptionError, Random } from '@agentdescent/core'
import { setMaxListeners } from 'node:events'
import type { Completion, CompletionContext, CompletionRequest } from '../completion.ts'
import { askedOnce } from './asked-once.ts'
import { CoolDown } from './cool-down.ts'
import type { Endpoint } from './endpoint.ts'
import { resolveEndpoint, shownUrlOf } from './endpoint.ts'
import type { FailureFacts } from './failures.ts'
import type { ProviderCode } from './provider-failure.ts'
import { providerError } from './failures.ts'
import { FetchGuard } from './fetch-guard.ts'
import { quoted } from './http-failure.ts'
import { Outage } from './outage.ts'
import { ProviderError } from './provider-error.ts'
import type { ProviderSettings } from './provider-options.ts'
import type { Answer } from './reply.ts'
import { RequestMeter, usageSum } from './request-meter.ts'
import type { RetryContext } from './retry.ts'
import { withRetries } from './retry.ts'

/** One request, and what a protocol needs to make it. */
export interface Exchange {
  readonly endpoint: Endpoint
  readonly request: CompletionRequest
  readonly stream: boolean
  readonly fetch: typeof fetch
  readonly meter: RequestMeter
  readonly fail: (code: ProviderCode, facts: FailureFacts) => ProviderError
}

/** Makes one request in a provider's protocol and reads its reply; repeats, waits and counts nothing itself. */
export type Protocol = (exchange: Exchange) => Promise<Answer>

/**
 * Returns the completion that asks through `protocol`, within its deadline, repeated where that helps, each request reported once.
 * `shaping` is whatever else decides what the model answers; it becomes part of the completion's identity.
 */
export function completionThrough(
  protocol: Protocol,
  settings: ProviderSettings,
  shaping: unknown,
): Completion {
  const { endpoint } = settings
  const identity = (): string =>
    JSON.stringify([endpoint.provider, endpoint.model, shownUrlOf(endpoint), shaping])
  return Object.defineProperty(asking(protocol, settings), 'identity', { get: identity, enumerable: true })
}

function asking(protocol: Protocol, settings: ProviderSettings): Completion {
  const coolDown = new CoolDown()
  const outage = new Outage(settings.outageMs)
  const random = Random.seeded(settings.seed)
  let calls = 0
  const complete: Completion = async (request, context) => {
    context.signal.throwIfAborted()
    allowListeners(context.signal)
    calls += 1
    const { clock, endpoint, onWait, retry } = settings
    const call: Call = {
      protocol,
      settings,
      coolDown,
      request,
      context,
      endpoint: resolveEndpoint(endpoint),
      retry: {
        policy: retry,
        clock,
        random: random.fork(`call ${calls}`),
        signal: context.signal,
        deadlineAt: clock.now() + endpoint.limits.deadlineMs,
        ...(onWait === undefined ? {} : { onWait }),
      },
    }
    let usage: Usage = {}
    const count = (used: Usage): void => {
      usage = usageSum(usage, used)
    }
    const startedMs = clock.now()
    try {
      const answer = await withRetries(() => attempt(call, count), call.retry)
      outage.answered()
      return { ...answer, usage }
    } catch (error) {
      throw context.signal.aborted ? error : outage.judged(error, startedMs, clock.now())
    }
  }
  return askedOnce(complete, [settings.endpoint.provider, settings.endpoint.model])
}

/** A run has one signal for all of its calls, and Node warns of an eleventh listener. */
function allowListeners(signal: AbortSignal): void {
  setMaxListeners(0, signal)
}

interface Call {
  readonly protocol: Protocol
  readonly settings: ProviderSettings
  readonly coolDown: CoolDown
  readonly request: CompletionRequest
  readonly context: CompletionContext
  readonly endpoint: Endpoint
  readonly retry: RetryContext
}

async function attempt(call: Call, count: (usage: Usage) => void): Promise<Answer> {
  const { context, coolDown, endpoint, request, retry, settings } = call
  await coolDown.pass(retry)
  const fail = (code: ProviderCode, facts: FailureFacts): ProviderError =>
    providerError(endpoint, code, facts)
  const meter = new RequestMeter(request.prompt.length + (request.system?.length ?? 0))
  using guard = new FetchGuard({ ...retry, limits: endpoint.limits, fail })
  try {
    const { stream } = settings
    const answer = await call.protocol({ endpoint, request, stream, fetch: guard.fetch, meter, fail })
    guard.throwIfFailed()
    return { ...answer, text: endpoint.maskAnswer(answer.text) }
  } catch (error) {
    const verdict = guard.verdict(error)
    if (verdict instanceof ProviderError) coolDown.note(verdict, retry.clock.now())
    throw context.signal.aborted ? verdict : classified(verdict, fail)
  } finally {
    const used = meter.usage(guard.progress)
    count(used)
    if (used.requests !== 0) context.report(used)
  }
}

/** A client library's own complaint is about the request; it may quote the key, so it is no cause of the error. */
function classified(error: unknown, fail: Exchange['fail']): unknown {
  if (error instanceof ProviderError || error instanceof OptionError) return error
  return fail('bad-request', { what: `could not be asked${quoted(String(error))}` })
}
