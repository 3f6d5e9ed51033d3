import { type Cell, HeldOutScorer, type ScoreJob } from '../src/evaluation/held-out-scorer.ts'
import { MemoryScoreCache } from '../src/evaluation/memory-score-cache.ts'
import type { ScoreCache } from '../src/evaluation/score-cache.ts'
import { stateDigest } from '../src/model/ids.ts'
import type { Tokens } from '../src/model/measurement.ts'
import { contentDigest } from '../src/runtime/digest.ts'
import { Meter } from '../src/runtime/meter.ts'
import { type Script, ScriptedActor } from '../src/testing/scripted-actor.ts'
import { VirtualClock } from '../src/testing/virtual-clock.ts'

export interface SetUpOptions {
  readonly cache?: ScoreCache
  readonly evaluator?: string
  readonly tokens?: Tokens
  readonly concurrency?: number
  readonly admit?: (calls: number) => void
  readonly signal?: AbortSignal
}

export interface SetUp {
  readonly actor: ScriptedActor
  readonly scorer: HeldOutScorer
  readonly meter: Meter
  readonly cache: ScoreCache
  readonly clock: VirtualClock
}

/** Returns a scorer on a virtual clock whose actor plays the script. */
export function setUp(script: Script, options: SetUpOptions = {}): SetUp {
  const { cache = new MemoryScoreCache(), signal = new AbortController().signal, ...rest } = options
  const { evaluator, tokens, ...limits } = rest
  const actor = new ScriptedActor(script, { ...(evaluator && { evaluator }), ...(tokens && { tokens }) })
  const [meter, clock] = [new Meter(), new VirtualClock()]
  const scorer = new HeldOutScorer({ actor, cache, clock, meter, signal, ...limits })
  return { actor, scorer, meter, cache, clock }
}

/** Returns one cell per name, in its first trial. */
export function cellsNamed(...names: readonly string[]): readonly Cell[] {
  return names.map((id) => ({ task: { id, prompt: '' }, trial: 0 }))
}

export function jobOf(rendered: string, cells: readonly Cell[]): ScoreJob {
  return { candidate: stateDigest(contentDigest(rendered)), rendered, cells, purpose: 'gate' }
}
