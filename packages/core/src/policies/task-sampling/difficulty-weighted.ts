import { difficultyWeight } from '../../statistics/ucb.ts'
import { checkedSetting } from '../checked-setting.ts'
import { bandit } from './bandit.ts'
import type { TaskSamplingPolicy } from './task-sampling.ts'

export interface DifficultyWeightedOptions {
  /** Weight of the bonus for tasks that were rarely tried; default 0.2. */
  readonly exploration?: number
  /** Reward from which a rollout counts as passed; default 0.999. Lower it with the solved threshold of graded rewards. */
  readonly passThreshold?: number
}

/** What a task is worth that always or never passes: little, but not nothing. */
const FLOOR = 0.001

/**
 * Returns the sampler that prefers tasks which pass about half the time: 4·p·(1−p) + 0.001 of the pass rate p, plus an
 * exploration bonus.
 * @throws OptionError `bad-setting` for a negative exploration or a threshold outside [0, 1].
 */
export function difficultyWeighted(options: DifficultyWeightedOptions = {}): TaskSamplingPolicy {
  const rule = 'difficultyWeighted'
  const exploration = checkedSetting({
    argument: `${rule}.exploration`,
    value: options.exploration ?? 0.2,
    least: 0,
  })
  const passThreshold = checkedSetting({
    argument: `${rule}.passThreshold`,
    value: options.passThreshold ?? 0.999,
    least: 0,
    most: 1,
  })
  return bandit({
    name: 'difficulty-weighted',
    settings: { exploration, passThreshold },
    exploration,
    counted: (reward) => (reward >= passThreshold ? 1 : 0),
    valueOf: (passRate) => difficultyWeight(passRate, FLOOR),
  })
}
