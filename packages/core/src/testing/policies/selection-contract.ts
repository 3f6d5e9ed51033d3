import { stateOf } from '../../model/artifact.ts'
import type { SelectionContext, SelectionEntry, SelectionPolicy } from '../../policies/selection/selection.ts'
import type { Check } from '../check.ts'
import { claimEqual } from '../claims.ts'
import { policyChecks } from './policy-checks.ts'

/** Returns every claim that a selection rule must meet. */
export function selectionContract(): readonly Check<SelectionPolicy>[] {
  return [
    ...policyChecks<SelectionPolicy>((rule, step) =>
      rule.select(contextOf(4, step), 3).map(({ version }) => version),
    ),
    {
      name: 'chooses only among the entries it was offered',
      run: (make) => {
        const rule = make()
        for (let round = 0; round < 12; round++) {
          const context = contextOf(5, round)
          const invented = rule.select(context, 4).filter((entry) => !context.entries.includes(entry))
          claimEqual(invented.length, 0, 'entries from nowhere')
        }
      },
    },
    {
      name: 'chooses at least one entry and no more than it was asked for',
      run: (make) => {
        for (const count of [1, 2, 7]) {
          const chosen = make().select(contextOf(5, count), count).length
          claimEqual(chosen >= 1 && chosen <= count, true, `${chosen} entries of ${count}`)
        }
      },
    },
    {
      name: 'answers with the head when nothing else is there',
      run: (make) => {
        const context = contextOf(1, 0)
        claimEqual(
          make()
            .select(context, 2)
            .map((entry) => entry === context.head),
          [true, true],
          'the head, twice',
        )
      },
    },
  ]
}

function contextOf(size: number, round: number): SelectionContext {
  const entries = Array.from({ length: size }, (_, index) => entryOf(index + 1))
  return { head: entries.at(-1) ?? entryOf(1), entries, round, workers: 2 }
}

function entryOf(version: number): SelectionEntry {
  const perTask = new Map([
    ['a', (version * 3) % 5 === 0 ? 1 : 0.5],
    ['b', (version * 2) % 5 === 0 ? 1 : 0.25],
  ])
  const reward = [...perTask.values()].reduce((sum, value) => sum + value, 0) / perTask.size
  const state = stateOf([['text', `version ${version}`]])
  const parent = version === 1 ? {} : { parent: version - 1 }
  return { version, state, reward, perTask, selected: version % 2, ...parent }
}
