import type { NamedSpec } from './named-spec.ts'
import type { EvaluationOptions, MergeOptions } from '@agentdescent/core'
import type { RowFormat } from '../datasets/read-tasks.ts'
import type { PolicySlot } from './policy-names.ts'

/** A run as a JSON file: the everyday options of `evolve`, and what they refer to by name or path. Holds no key and no code. */
export interface RunSpec {
  /** For editors. */
  readonly $schema?: string
  /** Of this format; default 1. */
  readonly version?: 1
  /** What evolves; default `text`. */
  readonly kind?: 'text'
  /** Name of the run's folder; default: the spec file's. */
  readonly name?: string
  /** File that holds the text, or the text itself as `{ "text": "..." }`. */
  readonly target: string | { readonly text: string }
  readonly data: DataSpec
  /** How an answer is scored. */
  readonly score: ScoreSpec
  /** The model that works on the tasks. */
  readonly agent: AgentSpec
  /** The model that proposes; what it leaves out is the agent's. */
  readonly reflect?: ReflectSpec
  /** Default `single-slot`: one text, replaced as a whole. */
  readonly strategy?: StrategySpec
  /** Default 8. */
  readonly rounds?: number
  /** Default 4, at most one per training task. */
  readonly workers?: number
  /** Default 0. */
  readonly seed?: number
  /** One rule per slot, by name. */
  readonly policies?: Partial<Readonly<Record<PolicySlot, NamedSpec>>>
  /** Default `synchronous`. */
  readonly scheduler?: 'serial' | 'synchronous'
  readonly stop?: StopSpec
  readonly evaluation?: EvaluationSpec
  readonly merge?: MergeSpec
  /** Folder in which scores are kept for later runs; default: none are kept. */
  readonly cache?: string
}

/** The file of examples, and which of its columns hold what. */
interface DataSpec {
  readonly path: string
  readonly format?: RowFormat
  /** Name of the list in a JSON file that is no list itself. */
  readonly rows?: string
  readonly delimiter?: ',' | ';' | '\t'
  /** Default `prompt`. */
  readonly prompt?: string
  /** Default `gold`. */
  readonly gold?: string
  readonly id?: string
  /** Use at most so many rows, drawn by the seed; default all. */
  readonly limit?: number
}

/** A scorer by name, or a program that prints a number in [0, 1]. */
export type ScoreSpec =
  | string
  | { readonly command: readonly [string, ...string[]]; readonly timeoutMs?: number }

/** Where a model listens; keys are named by their variable, never given. */
export interface EndpointSpec {
  /** Default `openai-compatible`. */
  readonly provider?: string
  /** As the endpoint spells it. */
  readonly model?: string
  readonly baseUrl?: string
  /** Variable that holds the key; null for an endpoint that takes none. */
  readonly apiKeyEnv?: string | null
  readonly deadlineMs?: number
  readonly idleMs?: number
  /** After so long, and ten calls in a row, without an answer the run ends. */
  readonly outageMs?: number
  readonly stream?: boolean
  /** Requests for one call, the first included. */
  readonly attempts?: number
  /** Further fields of the request's body. */
  readonly body?: Readonly<Record<string, unknown>>
}

export interface AgentSpec extends EndpointSpec {
  readonly model: string
  /** Template of the system message; default `{artifact}`. */
  readonly system?: string
  /** Template of the user message; default `{prompt}`. */
  readonly user?: string
  readonly maxTokens?: number
  readonly temperature?: number
  readonly stop?: readonly string[]
  readonly sendSeed?: boolean
}

export interface ReflectSpec extends EndpointSpec {
  readonly template?: string
  readonly tag?: string
  /** Failing tasks shown at once. */
  readonly cases?: number
  readonly showExpected?: boolean
  readonly maxChars?: number
  readonly maxTokens?: number
  readonly temperature?: number
}

export type StrategySpec =
  | 'append-rules'
  | 'single-slot'
  | { readonly name: 'append-rules'; readonly title?: string }
  | { readonly name: 'keyed-rules'; readonly categories: readonly string[]; readonly title?: string }

interface StopSpec {
  /** Default 0.98. */
  readonly targetReward?: number
  /** Default 3. */
  readonly patience?: number
  readonly maxSeconds?: number
  readonly maxRollouts?: number
  readonly maxCalls?: number
  readonly maxTokens?: number
}

type EvaluationSpec = Pick<
  EvaluationOptions,
  'concurrency' | 'heldOutFraction' | 'sampleSize' | 'selfVerify' | 'shuffle' | 'solvedAt' | 'trials'
>

type MergeSpec = Pick<
  MergeOptions,
  'batchSize' | 'boundedGate' | 'commitAttempts' | 'maxWaitRounds' | 'refusedUnion' | 'tolerance'
>
