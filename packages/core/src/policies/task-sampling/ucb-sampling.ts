import { checkedSetting } from '../checked-setting.ts'
import { bandit } from './bandit.ts'
import type { TaskSamplingPolicy } from './task-sampling.ts'

export interface UcbSamplingOptions {
  /** Weight of the bonus for tasks that were rarely tried; default 1.4. */
  readonly exploration?: number
}

/**
 * Returns the sampler that prefers tasks with much left to gain: the mean of 1 − reward, plus an exploration bonus.
 * @throws OptionError `bad-setting` for a negative exploration.
 */
export function ucbSampling({ exploration = 1.4 }: UcbSamplingOptions = {}): TaskSamplingPolicy {
  checkedSetting({ argument: 'ucbSampling.exploration', value: exploration, least: 0 })
  return bandit({
    name: 'ucb-sampling',
    settings: { exploration },
    exploration,
    counted: (reward) => 1 - reward,
    valueOf: (missing) => missing,
  })
}
