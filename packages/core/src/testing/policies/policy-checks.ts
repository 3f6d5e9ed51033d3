import type { Policy } from '../../policies/policy.ts'
import type { Json } from '../../runtime/json.ts'
import type { Check } from '../check.ts'
import { claimEqual, claimRefused } from '../claims.ts'

/** Asks a rule for its decision number `step` of a fixed script; returns what it decided, as data. */
export type Exercise<Rule> = (rule: Rule, step: number) => unknown

const STEPS = 24
/** After so many steps the memory moves to another instance. */
const CUT = 9

/** Returns what holds for the rules of every slot. */
export function policyChecks<Rule extends Policy>(exercise: Exercise<Rule>): readonly Check<Rule>[] {
  return [
    { name: 'has a kebab-case name and settings that survive JSON', run: checkIdentity },
    {
      name: 'decides alike when made alike',
      run: async (make) => {
        const second = await decisions(make(), exercise, [0, STEPS])
        claimEqual(await decisions(make(), exercise, [0, STEPS]), second, 'decisions of two equal rules')
      },
    },
    {
      name: 'goes on from a restored state as if it had never stopped',
      run: async (make) => {
        const [first, second] = [make(), make()]
        await decisions(first, exercise, [0, CUT])
        if (first.state === undefined) await decisions(second, exercise, [0, CUT])
        else second.restore?.(throughJson(first.state()))
        const expected = await decisions(first, exercise, [CUT, STEPS])
        claimEqual(await decisions(second, exercise, [CUT, STEPS]), expected, 'decisions after the cut')
      },
    },
    { name: 'refuses a state that is not its own and keeps what it had', run: checkForeignState(exercise) },
  ]
}

function checkIdentity(make: () => Policy): void {
  const rule = make()
  claimEqual(/^[a-z][a-z\d]*(-[a-z\d]+)*$/.test(rule.name), true, `the name ${rule.name} is kebab-case`)
  claimEqual(make().name, rule.name, 'the name of another one')
  claimEqual(throughJson(rule.settings ?? null), rule.settings ?? null, 'settings read back from JSON')
  claimEqual(rule.restore === undefined, rule.state === undefined, 'state() and restore() come together')
}

function checkForeignState<Rule extends Policy>(exercise: Exercise<Rule>): Check<Rule>['run'] {
  return async (make) => {
    const rule = make()
    if (rule.state === undefined) return
    await decisions(rule, exercise, [0, CUT])
    const before = rule.state()
    for (const foreign of [{ foreign: true }, [[1]], 'state'] satisfies Json[])
      await claimRefused(restored(rule, foreign), 'bad-state', `restore(${JSON.stringify(foreign)})`)
    claimEqual(rule.state(), before, 'the state after refusals')
  }
}

async function restored(rule: Policy, state: Json): Promise<void> {
  rule.restore?.(state)
}

async function decisions<Rule>(
  rule: Rule,
  exercise: Exercise<Rule>,
  [from, to]: readonly [number, number],
): Promise<readonly unknown[]> {
  const decided: unknown[] = []
  for (let step = from; step < to; step++) decided.push(await exercise(rule, step))
  return decided
}

function throughJson(value: Json): Json {
  return JSON.parse(JSON.stringify(value))
}
