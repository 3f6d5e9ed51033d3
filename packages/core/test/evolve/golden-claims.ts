import { expect } from 'vitest'

/** What the claims read of a result, whichever build of core it comes from. */
interface GoldenResult {
  readonly history: readonly { readonly calls: number; readonly size: number; readonly reward: number }[]
  readonly calls: number
  readonly rollouts: number
  readonly cost: { readonly cacheMisses: number }
  readonly finalRows: readonly unknown[]
  readonly initialReward?: number
  readonly finalReward?: number
  readonly stopReason: string
  readonly error?: unknown
  readonly version: number
  readonly state: { readonly size: number }
  readonly log: readonly { readonly message: { readonly subject: string } }[]
  outcomes(): object
  fusionStats(): object
}

/** Returns the subjects of the run's commits, newest first, with the name of the diff left out. */
function subjectsOf(subjects: readonly string[]): readonly string[] {
  return subjects.map((subject) => subject.replace(/\bw\d-v\d+-[0-9a-f]{8}\b/, 'DIFF'))
}

/** Every figure of the golden run with twelve tasks, three workers and six rounds. */
export function claimGoldenFigures(result: GoldenResult, calls: { run: number; propose: number }): void {
  expect(result.history.map((round) => round.calls)).toEqual([19, 22, 25, 28, 31, 34])
  expect(calls).toEqual({ run: 31, propose: 3 })
  expect(result.calls).toBe(34)
  expect(result.rollouts).toBe(18)
  expect(result.cost.cacheMisses).toBe(10)
  expect(result.outcomes()).toEqual({ committed: 1 })
  expect(result.history.map(({ size, reward }) => [size, reward])).toEqual(Array(6).fill([1, 1]))
  expect(result.finalRows).toHaveLength(5)
  expect([result.initialReward, result.finalReward]).toEqual([0, 1])
  expect([result.stopReason, result.error]).toEqual(['rounds', undefined])
  expect(result.fusionStats()).toMatchObject({ trials: 1, nothingToFuse: 1, contested: 0 })
  claimGoldenLedger(result)
}

/** One commit after the first two, whoever schedules the run. */
export function claimGoldenLedger({ log, version, state }: GoldenResult): void {
  expect(subjectsOf(log.map(({ message }) => message.subject))).toEqual([
    'merge DIFF -> artifact: 0.000 to 1.000 on 5',
    'register artifact',
    'genesis',
  ])
  expect([version, state.size]).toEqual([2, 1])
}
