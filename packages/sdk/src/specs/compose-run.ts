import {
  appendRules,
  contentDigest,
  type EvolveOptions,
  keyedRules,
  MemoryStore,
  OptionError,
  type Policies,
  previewRun,
  Random,
  type RunPreview,
  serial,
  shown,
  singleSlot,
  type Strategy,
} from '@agentdescent/core'
import { FileScoreCache } from '../caches/file-score-cache.ts'
import { inspectTasks, type TaskFinding } from '../datasets/inspect-tasks.ts'
import { readRows } from '../datasets/read-tasks.ts'
import { type RowTask, tasksFrom } from '../datasets/tasks-from.ts'
import { systemClock } from '../system-clock.ts'
import { readTextTarget, type TextTarget, textTargetAt } from '../targets/text-target.ts'
import { composeAgent, type ComposedAgent } from './compose-agent.ts'
import { type Quote, quoteRun } from './quote-run.ts'
import type { ReadSpec } from './read-run-spec.ts'
import type { RunSpec, StrategySpec } from './run-spec.ts'
import { type NamedReward, rewardNamed } from './score-names.ts'
import { filePath } from '../files/file-path.ts'

/** The options of a run that a spec describes; ledger, observer and signal are its caller's. */
export type ComposedOptions = Omit<EvolveOptions<RowTask>, 'clock' | 'ledger' | 'onEvent' | 'signal'>

/** A run that a spec describes, ready to start: everything is read, nothing is spent. */
export interface RunSetup {
  readonly name: string
  readonly spec: RunSpec
  /** The file that the result can be applied to; absent for a text given in the spec. */
  readonly target?: TextTarget
  /** The text that the run starts from; empty for a list of rules. */
  readonly initial: string
  readonly options: ComposedOptions
  readonly endpoints: ComposedAgent['endpoints']
  readonly preview: RunPreview
  readonly quote: Quote
  readonly findings: readonly TaskFinding[]
  /** What the reader should know, one sentence each. */
  readonly notes: readonly string[]
  /** Outputs that scored 0 because the scoring program took too long. */
  timeouts(): number
}

/**
 * Reads what a spec names and builds the run; no request is made and no key is needed.
 * @throws OptionError for whatever `evolve` would refuse, and for what cannot be read
 */
export async function composeRun({ spec, folder, name, notes }: ReadSpec): Promise<RunSetup> {
  const reward = rewardNamed(spec.score, folder)
  const composed = composeAgent(spec, reward.scoring)
  const tasks = await tasksOf(spec, folder, reward)
  const target = await targetOf(spec, folder)
  const initial = initialOf(spec, target)
  const { policiesNamed } = await import('./policy-names.ts')
  const policies = policiesNamed(spec.policies ?? {})
  const unlimited = optionsOf({ spec, name, folder, reward, composed, tasks, initial, policies })
  const preview = previewRun({ ...unlimited, ledger: new MemoryStore(), clock: systemClock })
  const quote = quoteRun(preview)
  const maxCalls = Math.min(quote.atMost.total, spec.stop?.maxCalls ?? Infinity)
  refuseBelowFloor(maxCalls, quote)
  const { heldOutFraction = HELD_OUT } = spec.evaluation ?? {}
  return {
    name,
    spec,
    ...(target === undefined ? {} : { target }),
    initial,
    options: { ...unlimited, stop: { ...unlimited.stop, maxCalls } },
    endpoints: composed.endpoints,
    preview,
    quote,
    findings: inspectTasks(tasks, { heldOutFraction }),
    notes: [...notes, ...keyNotes(composed.endpoints)],
    timeouts: () => reward.timeouts(),
  }
}

const HELD_OUT = 0.4
const ROUNDS = 8
const WORKERS = 4

/** A program gets every column of a row; any other scorer needs the expected answer alone. */
async function tasksOf(
  { data, seed = 0 }: RunSpec,
  folder: string,
  { needsGold }: NamedReward,
): Promise<readonly RowTask[]> {
  const { prompt, gold, id, limit, ...file } = data
  const rows = await readRows({ ...file, baseFolder: folder })
  const columns = { ...(prompt === undefined ? {} : { prompt }), ...(id === undefined ? {} : { id }) }
  const names = Object.keys(rows[0] ?? {}).map((column) => [column, column] as const)
  const tasks = needsGold
    ? tasksFrom(rows, { ...columns, gold: gold ?? 'gold' })
    : tasksFrom(rows, {
        ...columns,
        meta: Object.fromEntries(names),
        ...(gold === undefined ? {} : { gold }),
      })
  if (limit === undefined || limit >= tasks.length) return tasks
  return Random.seeded(seed).fork('limit').shuffled(tasks).slice(0, limit)
}

/** A single text has to exist; a list of rules begins empty, and its file may come into being with it. */
async function targetOf({ target, strategy }: RunSpec, folder: string): Promise<TextTarget | undefined> {
  if (typeof target !== 'string') return undefined
  return isSingle(strategy) ? readTextTarget(target, folder) : textTargetAt(filePath(target, folder))
}

/** A list of rules begins empty, whatever its file holds. */
function initialOf({ strategy, target: given }: RunSpec, target: TextTarget | undefined): string {
  if (isSingle(strategy)) return typeof given === 'string' ? (target?.text ?? '') : given.text
  if (typeof given === 'string') return ''
  throw new OptionError({
    code: 'unhonoured-field',
    argument: 'target',
    value: shown(given),
    message: `target is ${shown(given)}, and a list of rules begins empty, so it would have no effect.`,
    fix: 'Name the file that the rules are to be written to.',
  })
}

interface Parts {
  readonly spec: RunSpec
  readonly name: string
  readonly folder: string
  readonly reward: NamedReward
  readonly composed: ComposedAgent
  readonly tasks: readonly RowTask[]
  readonly initial: string
  readonly policies: Partial<Policies>
}

function optionsOf({
  spec,
  name,
  folder,
  reward,
  composed,
  tasks,
  initial,
  policies,
}: Parts): ComposedOptions {
  const { rounds = ROUNDS, seed = 0, stop = {}, evaluation = {}, merge, cache, scheduler, workers } = spec
  const evaluator = contentDigest(`${reward.identity} ${composed.agent.identity}`).slice(0, 16)
  const training = Math.floor(tasks.length * (1 - (evaluation.heldOutFraction ?? HELD_OUT)))
  const plan =
    scheduler === 'serial'
      ? { scheduler: serial({ rounds }), ...(workers === undefined ? {} : { workers }) }
      : { rounds, workers: workers ?? Math.max(1, Math.min(WORKERS, training)) }
  return {
    ...plan,
    seed,
    tasks,
    reward: reward.reward,
    agent: composed.agent,
    strategy: strategyFor(spec.strategy, initial),
    artifact: { id: name },
    policies,
    stop: { targetReward: 0.98, patience: 3, ...stop },
    evaluation: {
      heldOutFraction: HELD_OUT,
      shuffle: true,
      ...evaluation,
      evaluator,
      ...(cache === undefined ? {} : { cache: new FileScoreCache(filePath(cache, folder)) }),
    },
    ...(merge === undefined ? {} : { merge }),
  }
}

function isSingle(strategy: StrategySpec = 'single-slot'): boolean {
  return strategy === 'single-slot'
}

function strategyFor(spec: StrategySpec = 'single-slot', initial: string): Strategy {
  if (spec === 'single-slot') return singleSlot({ initial })
  if (spec === 'append-rules') return appendRules()
  const { name, ...options } = spec
  if (name === 'append-rules') return appendRules(options)
  const { categories, title } = spec
  return keyedRules({ categories, ...(title === undefined ? {} : { title }) })
}

function refuseBelowFloor(maxCalls: number, { floor, expected }: Quote): void {
  if (maxCalls >= floor) return
  throw new OptionError({
    code: 'budget-too-small',
    argument: 'stop.maxCalls',
    value: String(maxCalls),
    message: `stop.maxCalls is ${maxCalls}, and judging the first merge takes up to ${floor} calls.`,
    fix: `Allow at least ${floor}; a whole run is expected to take ${expected.total}.`,
  })
}

/** A key that goes to a host which the spec names is worth a look before it goes there. */
function keyNotes({ agent, reflect }: ComposedAgent['endpoints']): readonly string[] {
  const sentences = [agent, reflect].map(({ obstacle, hasKey, apiKeyEnv, url }) => {
    if (obstacle !== undefined) return obstacle.message
    return hasKey && apiKeyEnv !== null ? `The key in ${apiKeyEnv} is sent to ${url ?? 'the endpoint'}.` : ''
  })
  return [...new Set(sentences.filter((sentence) => sentence !== ''))]
}
