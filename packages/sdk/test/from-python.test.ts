import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { OPTION_NAMES } from '../../core/src/evolve/option-names.ts'
import { defaultPolicies } from '../../core/src/policies/default-policies.ts'
import * as sdk from '../src/index.ts'

/** The arguments of the reference's evolve(), in the order of its signature. */
const ARGUMENTS =
  'tasks reward agent run propose strategy parallel task_sampler initial_state blast_radius artifact_id rounds n_workers max_concurrency refresh_interval round_timeout target_reward patience max_worker_errors eval_concurrency asynchronous async_ratio resync_on_commit pipelined_gate gate_workers max_seconds max_rollouts max_calls self_verify held_out_frac repo_path agg_config staleness_policy aggregator_factory oracle_budget cheap_eval_tasks fusion_tournament solved_threshold shuffle seed on_round verbose usage policies'.split(
    ' ',
  )
const FIELDS =
  'batch_trigger max_wait_rounds base_delta anneal_half_life alpha_head alpha_tail trust_region_ops trust_region_chars trust_region_policy promote_after_k accept_samples cas_attempts cas_backoff fusion_tournament bounded_gate'.split(
    ' ',
  )

const page = readFileSync(new URL('../../../docs/from-python.md', import.meta.url), 'utf8')
const [evolveRows = [], configRows = []] = page
  .split('\n## ')
  .map((section) =>
    [...section.matchAll(/^\| `(\w+)` \| (.+?) \| (.*?) ?\|$/gm)].map(
      ([, argument = '', option = '', note = '']) => ({ argument, option, note }),
    ),
  )

/** Every option and every group of options, by its path. */
const options = new Set([
  ...[...OPTION_NAMES].flatMap(([group, names]) =>
    names.map((name) => (group === '' ? name : `${group}.${name}`)),
  ),
  ...Object.keys(defaultPolicies()).map((slot) => `policies.${slot}`),
])

describe('docs/from-python.md', () => {
  test('has each of the 44 arguments once, in their order, and each field of the aggregator', () => {
    expect(ARGUMENTS).toHaveLength(44)
    expect(evolveRows.map(({ argument }) => argument)).toEqual(ARGUMENTS)
    expect(configRows.map(({ argument }) => argument)).toEqual(FIELDS)
  })

  test.each([...evolveRows, ...configRows])(
    '$argument is $option: an option that there is, or a reason',
    ({ option, note }) => {
      if (option === '–') {
        expect(note.length).toBeGreaterThan(5)
        return
      }
      const [, name = ''] = /^`(.+)`$/.exec(option) ?? []
      const maker = /^(\w+)\(\{ (\w+) \}\)$/.exec(name)
      if (maker === null) expect(options).toContain(name)
      else expect(settingsOf(maker[1])).toContain(maker[2])
    },
  )

  test('names no option in a remark that there is not', () => {
    const named = [...page.matchAll(/`((?:stop|evaluation|merge|execution|artifact|policies)\.[\w.]+)`/g)]
    expect(named.length).toBeGreaterThan(30)
    expect(named.map(([, path = '']) => path).filter((path) => !options.has(path))).toEqual([])
  })
})

/** What a function that makes a scheduler or a rule understands, as its own page says. */
function settingsOf(maker = ''): readonly string[] {
  expect(Object.keys(sdk)).toContain(maker)
  const pages = ['schedulers', 'policies'].map((name) =>
    readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8'),
  )
  const [, settings = ''] = new RegExp(String.raw`\`${maker}\(\{ ([^}]*) \}\)\``).exec(pages.join('\n')) ?? []
  return settings.split(', ')
}
