import { GroupAdvantage } from '../../src/statistics/group-advantage.ts'

type Input = {
  readonly min_group: number
  readonly max_groups: number
  readonly observations: readonly (readonly [group: string, reward: number])[]
}
type Output = { readonly advantages: readonly (number | null)[]; readonly sizes: Record<string, number> }

export function replay(input: Input): Output {
  const groups = new GroupAdvantage({ minGroup: input.min_group, maxGroups: input.max_groups })
  const advantages = input.observations.map(([group, reward]) => groups.observe(group, reward) ?? null)
  const names = new Set(input.observations.map(([group]) => group))
  return { advantages, sizes: Object.fromEntries([...names].map((name) => [name, groups.sizeOf(name)])) }
}
