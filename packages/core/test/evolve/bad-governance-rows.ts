import type { BadInput } from './bad-input-rows.ts'

/** Known before the first rollout: what guards a run must itself make sense. */
export const refusedGovernance: readonly BadInput[] = [
  {
    name: 'an empty pattern of frozen keys',
    given: () => ({ artifact: { frozen: ['tests/**', ''] } }),
    code: 'bad-pattern',
    argument: 'artifact.frozen[1]',
    value: '""',
    fix: 'tests/**',
  },
  {
    name: 'editable keys that are no list',
    given: () => ({ artifact: { editable: 'src/**' } }),
    code: 'bad-pattern',
    argument: 'artifact.editable',
    value: 'src/**',
    fix: 'a list of patterns',
  },
  {
    name: 'calls for an oracle that is not there',
    given: () => ({ evaluation: { oracleCalls: 7 } }),
    code: 'unhonoured-option',
    argument: 'evaluation.oracleCalls',
    value: '7',
    fix: 'Give the oracle',
  },
  {
    name: 'an oracle that is no function',
    given: () => ({ evaluation: { oracle: 0.5 } }),
    code: 'missing-function',
    argument: 'evaluation.oracle',
    value: '0.5',
    fix: 'a function (rendered)',
  },
  {
    name: 'adaptive limits whose minimum is above their maximum',
    given: () => ({ merge: { trustRegion: { adaptive: { minimum: { maxEdits: 100 } } } } }),
    code: 'out-of-range',
    argument: 'merge.trustRegion.adaptive.minimum.maxEdits',
    value: '100',
    fix: 'at most the maximum, 64',
  },
  {
    name: 'adaptive limits that would not widen',
    given: () => ({ merge: { trustRegion: { adaptive: { widen: 1 } } } }),
    code: 'out-of-range',
    argument: 'merge.trustRegion.adaptive.widen',
    value: '1',
    fix: 'above 1',
  },
]
