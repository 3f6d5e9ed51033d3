import { resolve } from 'node:path'
import type { Reward } from '@agentdescent/core'
import type { RowTask } from '../datasets/tasks-from.ts'
import { command } from '../scorers/command.ts'
import { scorer, scorerNames } from '../scorers/scorer-table.ts'
import type { ScoreSpec } from './run-spec.ts'
import { unknownName } from './spec-error.ts'

/** A reward as a spec names it. */
export interface NamedReward {
  readonly reward: Reward<RowTask>
  /** How outputs are scored, as a model is told it. */
  readonly scoring: string
  /** False for a program, which may know what is right by itself. */
  readonly needsGold: boolean
  /** Changes whenever the same output might score differently. */
  readonly identity: string
  /** Outputs that scored 0 because the program took too long. */
  timeouts(): number
}

/** Returns the reward that a spec names; programs are found from the spec's folder. @throws OptionError `unknown-name` */
export function rewardNamed(spec: ScoreSpec, folder: string): NamedReward {
  if (typeof spec === 'string') {
    if (!scorerNames.includes(spec))
      throw unknownName({ argument: 'score', what: 'scorer', value: spec, known: scorerNames })
    const reward = scorer(spec)
    const { identity, scoring } = reward
    return { reward, scoring, needsGold: true, identity, timeouts: () => 0 }
  }
  const { command: words, ...limits } = spec
  const [program, ...rest] = words
  const argv = [/[\\/]/.test(program) ? resolve(folder, program) : program, ...rest] as const
  const reward = command([argv[0], ...rest], { ...limits, cwd: folder })
  const { identity, scoring } = reward
  return { reward, scoring, needsGold: false, identity, timeouts: () => reward.timeouts() }
}
