import { difficultyWeighted } from '../../src/policies/task-sampling/difficulty-weighted.ts'
import { roundRobin } from '../../src/policies/task-sampling/round-robin.ts'
import type { TaskSamplingPolicy } from '../../src/policies/task-sampling/task-sampling.ts'

type Step =
  | readonly ['pick', readonly string[]]
  | readonly ['record', string, number]
  | readonly ['pick_record', readonly string[], number]

type Input =
  | { readonly sampler: 'round_robin'; readonly keys: readonly string[]; readonly round: number }
  | {
      readonly sampler: 'difficulty_weighted'
      readonly c: number
      readonly pass_threshold: number
      readonly script: readonly Step[]
    }

export function replay(input: Input): unknown {
  if (input.sampler === 'round_robin') return roundRobin().pick(input.keys, input.round)
  const rule = difficultyWeighted({ exploration: input.c, passThreshold: input.pass_threshold })
  const picks = input.script.map((step) => picked(rule, step))
  const offered = input.script.flatMap(([op, tasks]) => (op === 'record' ? [tasks] : tasks))
  return { picks, stats: statsOf(rule, offered) }
}

function picked(rule: TaskSamplingPolicy, step: Step): string | null {
  if (step[0] === 'record') {
    rule.record(step[1], step[2])
    return null
  }
  const task = rule.pick(step[1], 0)
  if (step[0] === 'pick_record') rule.record(task, step[2])
  return task
}

/** Returns [passes, trials] of every task of the script; the rule forgets none and invents none. */
function statsOf(rule: TaskSamplingPolicy, offered: readonly string[]): unknown {
  const [, arms] = JSON.parse(JSON.stringify(rule.state?.()))
  const known = new Map(arms.map(([id, ...counts]: readonly [string, number, number]) => [id, counts]))
  const stats = new Map(offered.map((id) => [id, known.get(id) ?? [0, 0]]))
  return Object.fromEntries([...stats, ...known])
}
