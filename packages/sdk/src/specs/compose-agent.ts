import type { Agent } from '@agentdescent/core'
import { llmAgent } from '../agents/llm-agent.ts'
import { reflector } from '../agents/reflector.ts'
import {
  endpointFacts,
  type EndpointFacts,
  type NamedProviderOptions,
  type ProviderName,
  providerNamed,
  providerNames,
} from './provider-names.ts'
import type { AgentSpec, EndpointSpec, ReflectSpec, RunSpec } from './run-spec.ts'
import { unknownName } from './spec-error.ts'

/** The two models of a run. */
export interface ComposedAgent {
  readonly agent: Agent
  readonly endpoints: { readonly agent: EndpointFacts; readonly reflect: EndpointFacts }
}

/** Builds the agent and the proposer of a spec; `scoring` tells the proposer what counts. @throws OptionError */
export function composeAgent(
  { agent, reflect = {} }: Pick<RunSpec, 'agent' | 'reflect'>,
  scoring: string,
): ComposedAgent {
  const own = endpointOf(agent, 'agent')
  const proposing = endpointOf(reflecting(agent, reflect), 'reflect')
  const { system, user, maxTokens, temperature, stop, sendSeed } = agent
  const answering = defined({ system, user, maxTokens, temperature, stop, sendSeed })
  const { template, tag, cases, showExpected, maxChars } = reflect
  const propose = reflector(providerNamed(proposing.name, proposing.options), {
    scoring,
    ...defined({ template, tag, cases, showExpected, maxChars }),
    ...defined({ maxTokens: reflect.maxTokens, temperature: reflect.temperature }),
  })
  return {
    agent: llmAgent(providerNamed(own.name, own.options), { ...answering, propose }),
    endpoints: {
      agent: endpointFacts(own.name, own.options),
      reflect: endpointFacts(proposing.name, proposing.options),
    },
  }
}

/** Where the proposer says nothing of its endpoint it is the agent's; a key never goes to another endpoint unasked. */
function reflecting(agent: AgentSpec, reflect: ReflectSpec): EndpointSpec {
  const isElsewhere = reflect.provider !== undefined || reflect.baseUrl !== undefined
  const { provider, baseUrl, apiKeyEnv, body } = agent
  const inherited = isElsewhere ? {} : defined({ provider, baseUrl, apiKeyEnv, body })
  const { model, deadlineMs, idleMs, outageMs, stream, attempts } = agent
  return { ...inherited, ...defined({ model, deadlineMs, idleMs, outageMs, stream, attempts }), ...reflect }
}

function endpointOf(
  spec: EndpointSpec,
  argument: string,
): { readonly name: ProviderName; readonly options: NamedProviderOptions } {
  const { provider = 'openai-compatible', model = '', attempts } = spec
  const name = providerNames.find((known) => known === provider)
  if (name === undefined)
    throw unknownName({
      argument: `${argument}.provider`,
      what: 'provider',
      value: provider,
      known: providerNames,
    })
  const { baseUrl, apiKeyEnv, deadlineMs, idleMs, outageMs, stream, body } = spec
  const retry = attempts === undefined ? undefined : { attempts }
  return {
    name,
    options: { model, ...defined({ baseUrl, apiKeyEnv, deadlineMs, idleMs, outageMs, stream, body, retry }) },
  }
}

/** Returns the members that have a value: an option that is absent keeps its default. */
function defined<Value extends object>(
  value: Value,
): { [Name in keyof Value]?: Exclude<Value[Name], undefined> } {
  const given: { [Name in keyof Value]?: Exclude<Value[Name], undefined> } = {}
  for (const name in value) {
    const part = value[name]
    if (isDefined(part)) given[name] = part
  }
  return given
}

function isDefined<Value>(value: Value): value is Exclude<Value, undefined> {
  return value !== undefined
}
