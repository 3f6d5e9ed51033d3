import {
  evolve,
  type EvolutionResult,
  type EvolveOptions,
  type RunContext,
  type RunEvent,
  type Scheduler,
  serial,
  synchronous,
  type Task,
} from '../../src/index.ts'
import { messageOf } from '../../src/model/errors.ts'
import { landscape } from '../evolve/landscape.ts'

export type Kind = 'synchronous' | 'serial'

export const kinds: readonly Kind[] = ['synchronous', 'serial']

/** Options as a row gives them: some are wrong on purpose. */
export type Given = Partial<Record<keyof EvolveOptions, unknown>>

/** One option, and two runs that differ by nothing else. */
export interface OptionRow {
  /** As a caller spells it: `merge.tolerance.fast`. */
  readonly path: string
  /** What both runs are given; made anew for each run. */
  readonly both?: () => Given
  /** What only the second run is given. */
  readonly given: (kind: Kind) => Given | Promise<Given>
  /** Codes of the refusal where a scheduler does not honour the option; elsewhere the runs must differ. */
  readonly refused?: Partial<Record<Kind, string>>
  /** What must differ; default: everything that the bench sees. */
  readonly see?: (seen: Seen) => unknown
}

/** What a caller can see of a run, the list of its settings left out. */
export interface Seen {
  readonly result: EvolutionResult
  readonly events: readonly string[]
  readonly seeds: ReadonlySet<number>
  /** Calls of `run` under way at once. */
  readonly peak: number
}

const ROUNDS = 8
const GROUPS = new Set(['artifact', 'policies', 'stop', 'evaluation', 'merge', 'execution'])

/** Plays a run of a landscape with two kinds of tasks under the scheduler. */
export async function play(kind: Kind, ...given: readonly Given[]): Promise<Seen> {
  const { options } = landscape({ kinds: 2, tasks: 20 })
  const events: string[] = []
  const seeds = new Set<number>()
  const traffic = { now: 0, peak: 0 }
  const run = async (rendered: string, task: Task, context: RunContext): Promise<string> => {
    seeds.add(context.seed)
    context.report({ promptTokens: 10, completionTokens: 2 })
    traffic.now++
    traffic.peak = Math.max(traffic.peak, traffic.now)
    await options.clock.sleep(10)
    traffic.now--
    return options.run(rendered, task)
  }
  const onEvent = (event: RunEvent): void => void events.push(event.type)
  const scheduler: Scheduler =
    kind === 'serial' ? serial({ rounds: ROUNDS }) : synchronous({ rounds: ROUNDS })
  const whole = [{ ...options, run, onEvent, scheduler }, ...given].reduce(joined)
  const result: EvolutionResult = await Reflect.apply(evolve, undefined, [whole])
  return { result, events, seeds, peak: traffic.peak }
}

/** Returns a run as plain data, so that two can be compared. */
export function fingerprint({ result, ...others }: Seen): unknown {
  const { settings: _settings, error, state, ...rest } = result
  return JSON.stringify([rest, [...state], error === undefined ? '' : messageOf(error), others], listed)
}

function listed(_key: string, value: unknown): unknown {
  return value instanceof Map || value instanceof Set ? [...value] : value
}

/** Later options win; groups are joined one level deep, and what is undefined is left out. */
function joined(left: Given, right: Given): Given {
  const names = Object.keys({ ...left, ...right })
  const entries = names.map((name) => [name, joinedValue(name, Reflect.get(left, name), right)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function joinedValue(name: string, before: unknown, right: Given): unknown {
  if (!Object.hasOwn(right, name)) return before
  const after: unknown = Reflect.get(right, name)
  return isGroup(name, before) && isGroup(name, after) ? { ...before, ...after } : after
}

function isGroup(name: string, value: unknown): value is object {
  return typeof value === 'object' && value !== null && GROUPS.has(name)
}
