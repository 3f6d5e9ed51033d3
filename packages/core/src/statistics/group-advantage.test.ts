import { fc, it as property } from '@fast-check/vitest'
import { expect, it } from 'vitest'
import { GroupAdvantage } from './group-advantage.ts'

const reward = fc.double({ min: 0, max: 1, noNaN: true })

property.prop([fc.array(reward, { minLength: 4, maxLength: 40 })])(
  'equals the z-score computed over the whole group at once',
  (rewards) => {
    const groups = new GroupAdvantage()
    const last = rewards.map((value) => groups.observe('g', value)).at(-1)
    const mean = rewards.reduce((sum, value) => sum + value, 0) / rewards.length
    const variance = rewards.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rewards.length
    fc.pre(variance > 1e-9)
    expect(last).toBeCloseTo(((rewards.at(-1) ?? 0) - mean) / Math.sqrt(variance), 6)
  },
)

property.prop([
  fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', '__proto__'), reward), { maxLength: 60 }),
  fc.nat(60),
])('goes on from a restored state as if it had never stopped', (observations, cut) => {
  const whole = new GroupAdvantage({ maxGroups: 3, minGroup: 2 })
  const expected = observations.map(([group, value]) => whole.observe(group, value))

  const first = new GroupAdvantage({ maxGroups: 3, minGroup: 2 })
  for (const [group, value] of observations.slice(0, cut)) first.observe(group, value)
  const second = new GroupAdvantage({ maxGroups: 3, minGroup: 2 })
  second.observe('forgotten', 1)
  second.restore(JSON.parse(JSON.stringify(first.state())))
  const continued = observations.slice(cut).map(([group, value]) => second.observe(group, value))

  expect(continued).toEqual(expected.slice(cut))
  expect(second.sizeOf('forgotten')).toBe(0)
})

it('remembers 4,096 groups unless told otherwise', () => {
  const groups = new GroupAdvantage()
  for (let i = 0; i <= 4096; i += 1) groups.observe(`group ${i}`, 1)
  expect(groups.sizeOf('group 0')).toBe(0)
  expect(groups.sizeOf('group 1')).toBe(1)
  expect(groups.state()).toHaveLength(4096)
})

it('forgets the group created first, however recently it was observed', () => {
  const groups = new GroupAdvantage({ maxGroups: 2 })
  for (const group of ['old', 'young', 'old', 'new']) groups.observe(group, 1)
  expect(['old', 'young', 'new'].map((group) => groups.sizeOf(group))).toEqual([0, 1, 1])
})

it.each([
  { options: { minGroup: 1 }, argument: 'minGroup', value: '1' },
  { options: { minGroup: 2.5 }, argument: 'minGroup', value: '2.5' },
  { options: { maxGroups: 0 }, argument: 'maxGroups', value: '0' },
])('refuses $argument $value by name', ({ options, argument, value }) => {
  expect(() => new GroupAdvantage(options)).toThrow(
    expect.objectContaining({
      code: 'bad-group-size',
      argument,
      value,
      message: expect.stringContaining(value),
    }),
  )
})

it.each([
  { state: null },
  { state: { groups: [] } },
  { state: ['group'] },
  { state: [['group', 1, null, 0]] },
  { state: [[7, 1, 0.5, 0]] },
  { state: [['group', 1, 0.5]] },
])('refuses to restore $state and keeps what it had', ({ state }) => {
  const groups = new GroupAdvantage()
  groups.observe('kept', 1)
  expect(() => groups.restore(state)).toThrow(expect.objectContaining({ code: 'bad-state' }))
  expect(groups.sizeOf('kept')).toBe(1)
})
