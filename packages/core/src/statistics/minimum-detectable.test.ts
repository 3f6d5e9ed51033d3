import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { acceptanceThreshold } from './annealing.ts'
import { probabilityOfImprovement } from './improvement.ts'
import { minimumDetectableGain } from './minimum-detectable.ts'

describe('the smallest gain that the Beta rule lets pass, from half the tasks', () => {
  const versions = [1, 16, 64, 128, 400] as const
  it.each([
    { tasks: 8, gains: [1, 1, 2, 3, 'impossible'] },
    { tasks: 10, gains: [1, 1, 2, 3, 5] },
    { tasks: 20, gains: [1, 1, 3, 4, 8] },
    { tasks: 40, gains: [1, 1, 4, 6, 11] },
    { tasks: 100, gains: [1, 2, 5, 9, 17] },
  ])('with $tasks tasks is $gains at versions 1, 16, 64, 128 and 400', ({ tasks, gains }) => {
    const found = versions.map((version) => {
      const gain = minimumDetectableGain({ tasks, version })
      return gain.kind === 'gain' ? gain.tasks : gain.kind
    })
    expect(found).toEqual(gains)
  })
})

property.prop([fc.integer({ min: 1, max: 60 }), fc.nat(500), fc.nat(60)])(
  'equals the first gain that passes when every gain is tried',
  (tasks, version, start) => {
    const solved = Math.min(start, tasks)
    const base = { successes: solved, failures: tasks - solved }
    const gains = Array.from({ length: tasks - solved }, (_, i) => i + 1)
    const first = gains.find(
      (gain) =>
        probabilityOfImprovement({ successes: solved + gain, failures: base.failures - gain }, base) >
        acceptanceThreshold(version),
    )
    expect(minimumDetectableGain({ tasks, version, solved })).toEqual(
      first === undefined ? { kind: 'impossible' } : { kind: 'gain', tasks: first },
    )
  },
)

it('is impossible when the base solves every task, whatever risk is accepted', () => {
  const annealing = { baseDelta: 0.9, halfLife: 64 }
  expect(minimumDetectableGain({ tasks: 8, version: 1, solved: 8, annealing })).toEqual({
    kind: 'impossible',
  })
})
