import { describe, expect, test } from 'vitest'
import { OPTION_NAMES } from '../../src/evolve/option-names.ts'
import { type Scheduler, serial, synchronous } from '../../src/index.ts'
import { defaultPolicies } from '../../src/policies/default-policies.ts'
import type { SerialOptions } from '../../src/schedulers/serial.ts'
import type { SynchronousOptions } from '../../src/schedulers/synchronous.ts'
import { artifactRows, evaluationRows } from './evaluation-rows.ts'
import { everydayRows, policyRows, stopRows } from './everyday-rows.ts'
import { executionRows, mergeRows } from './merge-rows.ts'
import { fingerprint, kinds, type OptionRow, play, type Seen } from './option-bench.ts'
import { trustRegionRows } from './trust-region-rows.ts'

const rows: readonly OptionRow[] = [
  ...everydayRows,
  ...artifactRows,
  ...policyRows,
  ...stopRows,
  ...evaluationRows,
  ...mergeRows,
  ...trustRegionRows,
  ...executionRows,
]

/** Paths of all options that are not groups themselves. */
function leaves(): readonly string[] {
  const slots = Object.keys(defaultPolicies()).map((slot) => `policies.${slot}`)
  const paths = [...OPTION_NAMES].flatMap(([group, names]) =>
    names.map((name) => (group === '' ? name : `${group}.${name}`)),
  )
  return [...paths.filter((path) => path !== 'policies' && !OPTION_NAMES.has(path)), ...slots]
}

test('every option of evolve() has its row', () => {
  expect(rows.map(({ path }) => path).toSorted()).toEqual(leaves().toSorted())
})

describe.each(kinds)('B4: under %s every option changes something or is refused', (kind) => {
  test.each(rows)('$path', async ({ both = () => ({}), given, refused = {}, see = fingerprint }) => {
    const second = play(kind, both(), await given(kind))
    if (refused[kind] !== undefined) {
      await expect(second).rejects.toMatchObject({ code: refused[kind] })
      return
    }
    const [without, withIt] = [await play(kind, both()), await second]
    expect(see(withIt)).not.toEqual(see(without))
  })
})

type Row<Options> = readonly [less: Options, more: Options, see: (seen: Seen) => unknown]

const synchronousRows: { readonly [Name in keyof Required<SynchronousOptions>]: Row<SynchronousOptions> } = {
  rounds: [{ rounds: 2 }, { rounds: 5 }, ({ result }) => result.history.length],
  concurrency: [{ concurrency: 1 }, { concurrency: 4 }, ({ peak }) => peak],
  refreshInterval: [
    { refreshInterval: 1 },
    { refreshInterval: 5 },
    ({ result }) => result.proposals.map(({ baseVersion }) => baseVersion),
  ],
}
const serialRows: { readonly [Name in keyof Required<SerialOptions>]: Row<SerialOptions> } = {
  rounds: [{ rounds: 2 }, { rounds: 5 }, ({ result }) => result.history.length],
}

function schedulerRows(): readonly (readonly [string, Scheduler, Scheduler, Row<unknown>[2]])[] {
  return [
    ...Object.entries(synchronousRows).map(
      ([name, [less, more, see]]) =>
        [`synchronous.${name}`, synchronous(less), synchronous(more), see] as const,
    ),
    ...Object.entries(serialRows).map(
      ([name, [less, more, see]]) => [`serial.${name}`, serial(less), serial(more), see] as const,
    ),
  ]
}

test.each(schedulerRows())('%s changes something', async (...row) => {
  const [, less, more, see] = row
  const before = await play('synchronous', { scheduler: less, evaluation: { concurrency: 1 } })
  const after = await play('synchronous', { scheduler: more, evaluation: { concurrency: 1 } })
  expect(see(after)).not.toEqual(see(before))
})
