import { appendRules, type Strategy } from '../../src/index.ts'
import type { BadInput } from './bad-input-rows.ts'

/** Known before the first rollout: parts of the caller's own that are no such part. */
export const refusedSeams: readonly BadInput[] = [
  ...(
    [
      ['strategy', { name: 'odd', render: () => '' }, 'toEdits()'],
      ['scheduler', 'synchronous', 'run()'],
      ['ledger', './ledger', 'compareAndSwap()'],
      ['ledger', undefined, 'register()'],
      ['clock', Date.now, 'sleep()'],
      ['clock', undefined, 'now()'],
      ['signal', new Date(0), 'throwIfAborted()'],
    ] as const
  ).map(([argument, value, fix]) => ({
    name: `${argument}: ${String(value)}`,
    given: () => ({ [argument]: value }),
    code: 'missing-method',
    argument,
    value: '',
    fix,
  })),
  {
    name: 'a cache that only reads',
    given: () => ({ evaluation: { cache: { has: () => false } } }),
    code: 'missing-method',
    argument: 'evaluation.cache',
    value: '{}',
    fix: 'getOrMeasure()',
  },
  {
    name: 'a partition by name',
    given: () => ({ execution: { partition: 'data-parallel' } }),
    code: 'missing-method',
    argument: 'execution.partition',
    value: 'data-parallel',
    fix: 'plan()',
  },
  {
    name: 'an observer that is no function',
    given: () => ({ onEvent: 'log' }),
    code: 'missing-function',
    argument: 'onEvent',
    value: 'log',
    fix: 'function (event)',
  },
  {
    name: 'a group that is a number',
    given: () => ({ stop: 7 }),
    code: 'bad-group',
    argument: 'stop',
    value: '7',
    fix: 'object of options',
  },
  {
    name: 'a flag in words',
    given: () => ({ evaluation: { selfVerify: 'no' } }),
    code: 'not-a-flag',
    argument: 'evaluation.selfVerify',
    value: 'no',
    fix: 'true or false',
  },
  {
    name: 'an evaluator without a name',
    given: () => ({ evaluation: { evaluator: '' } }),
    code: 'bad-name',
    argument: 'evaluation.evaluator',
    value: '""',
    fix: 'a name',
  },
  {
    name: 'limits that are no choice',
    given: () => ({ merge: { refusedUnion: 'halve' } }),
    code: 'unknown-choice',
    argument: 'merge.refusedUnion',
    value: 'halve',
    fix: '"retry" or "drop"',
  },
  {
    name: 'a misspelt bound of adaptive limits',
    given: () => ({ merge: { trustRegion: { adaptive: { maximum: { maxEdit: 9 } } } } }),
    code: 'unknown-option',
    argument: 'merge.trustRegion.adaptive.maximum.maxEdit',
    value: 'maxEdit',
    fix: 'Did you mean "maxEdits"?',
  },
  {
    name: 'a strategy whose first state is a plain object',
    given: () => ({ strategy: odd({ initial: () => ({}) }) }),
    code: 'bad-initial',
    argument: 'strategy',
    value: '{}',
    fix: 'stateOf()',
  },
]

/** Known at the first rollout. */
export const oddStrategies: readonly BadInput[] = [
  {
    name: 'a rendering that is no text',
    given: () => ({ strategy: odd({ render: () => 42 }) }),
    code: 'bad-render',
    argument: 'strategy',
    value: '42',
    fix: 'well-formed text',
  },
  {
    name: 'a rendering with a lone surrogate',
    given: () => ({ strategy: odd({ render: () => 'half \ud83d' }) }),
    code: 'bad-render',
    argument: 'strategy',
    value: 'half',
    fix: 'well-formed text',
  },
  ...(['render', 'toEdits'] as const).map((method) => ({
    name: `a strategy that throws in ${method}`,
    given: () => ({
      strategy: odd({
        [method]: () => {
          throw new TypeError('cannot read properties of undefined')
        },
      }),
    }),
    code: 'strategy-threw',
    argument: 'strategy',
    value: 'cannot read',
    fix: `in ${method}()`,
  })),
]

function odd(methods: Readonly<Partial<Record<keyof Strategy, () => unknown>>>): unknown {
  return { ...appendRules(), name: 'odd', ...methods }
}
