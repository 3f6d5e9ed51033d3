import type { EvolveOptions, Partition, Strategy } from '../../src/index.ts'
import { appendRules, serial, synchronous } from '../../src/index.ts'

/** Options as a caller in plain JavaScript could give them. */
export type Given = Partial<Record<keyof EvolveOptions | 'wokers', unknown>>

export interface BadInput {
  readonly name: string
  /** Made late, for some constructors refuse by themselves. */
  readonly given: () => Given
  readonly code: string
  readonly argument: string
  /** What the sentence shows of the value. */
  readonly value: string
  /** Part of the advice. */
  readonly fix: string
}

const tasks = (count: number): unknown[] =>
  Array.from({ length: count }, (_, index) => ({ id: `t${index}`, prompt: 'question' }))
const partition: Partition = { name: 'none', plan: () => [] }

/** Known before the first rollout. */
export const refusedBefore: readonly BadInput[] = [
  {
    name: 'three tasks',
    given: () => ({ tasks: tasks(3) }),
    code: 'too-few-tasks',
    argument: 'tasks',
    value: '3',
    fix: 'Add 1 more',
  },
  {
    name: 'no tasks',
    given: () => ({ tasks: [] }),
    code: 'too-few-tasks',
    argument: 'tasks',
    value: '0',
    fix: 'Add 4 more',
  },
  {
    name: 'a repeated task id',
    given: () => ({ tasks: [...tasks(5), { id: 't1', prompt: 'again' }] }),
    code: 'duplicate-task-id',
    argument: 'tasks',
    value: 't1',
    fix: 'id of its own',
  },
  {
    name: 'a task without a prompt',
    given: () => ({ tasks: [...tasks(4), { id: 'x' }] }),
    code: 'bad-task',
    argument: 'tasks[4]',
    value: 'x',
    fix: 'prompt: text',
  },
  ...[0, 1, -0.1, 1.5, Number.NaN].map((heldOutFraction) => ({
    name: `heldOutFraction ${heldOutFraction}`,
    given: () => ({ evaluation: { heldOutFraction } }),
    code: 'out-of-range',
    argument: 'evaluation.heldOutFraction',
    value: String(heldOutFraction),
    fix: 'above 0 and below 1',
  })),
  ...['oracle', 'audit_budget', 'merge_permissions', 'safety_constraints'].map((id) => ({
    name: `the reserved artifact id ${id}`,
    given: () => ({ artifact: { id } }),
    code: 'frozen-artifact',
    argument: 'artifact.id',
    value: id,
    fix: 'Choose another id',
  })),
  {
    name: 'an artifact id with a slash',
    given: () => ({ artifact: { id: 'a/b' } }),
    code: 'bad-artifact-id',
    argument: 'artifact.id',
    value: 'a/b',
    fix: 'system-prompt',
  },
  {
    name: 'rounds: 0',
    given: () => ({ rounds: 0 }),
    code: 'not-a-count',
    argument: 'rounds',
    value: '0',
    fix: 'Leave it out',
  },
  {
    name: 'refreshInterval: 0',
    given: () => ({ scheduler: synchronous({ refreshInterval: 0 }) }),
    code: 'not-a-count',
    argument: 'synchronous.refreshInterval',
    value: '0',
    fix: 'Leave refreshInterval out',
  },
  {
    name: 'rounds and scheduler',
    given: () => ({ rounds: 3, scheduler: serial() }),
    code: 'rounds-and-scheduler',
    argument: 'rounds',
    value: '3',
    fix: 'serial({ rounds: 3 })',
  },
  {
    name: 'workers under serial()',
    given: () => ({ workers: 4, scheduler: serial() }),
    code: 'unhonoured-option',
    argument: 'workers',
    value: '4',
    fix: 'synchronous()',
  },
  {
    name: 'a partition under serial()',
    given: () => ({ execution: { partition }, scheduler: serial() }),
    code: 'unhonoured-option',
    argument: 'execution.partition',
    value: 'given',
    fix: 'synchronous()',
  },
  {
    name: 'a policy slot that no scheduler here decides by',
    given: () => ({ policies: { selection: { name: 'beam', select: () => [] } } }),
    code: 'unsupported-policy',
    argument: 'policies.selection',
    value: 'beam',
    fix: 'It decides by',
  },
  {
    name: 'an unknown policy slot',
    given: () => ({ policies: { fushion: {} } }),
    code: 'unknown-policy-slot',
    argument: 'policies',
    value: 'fushion',
    fix: 'The slots are',
  },
  {
    name: 'a misspelt option',
    given: () => ({ wokers: 3 }),
    code: 'unknown-option',
    argument: 'wokers',
    value: 'wokers',
    fix: 'Did you mean "workers"?',
  },
  {
    name: 'a misspelt option of a group',
    given: () => ({ stop: { maxRollout: 3 } }),
    code: 'unknown-option',
    argument: 'stop.maxRollout',
    value: 'maxRollout',
    fix: 'Did you mean "maxRollouts"?',
  },
  {
    name: 'no run',
    given: () => ({ run: undefined }),
    code: 'missing-function',
    argument: 'run',
    value: 'undefined',
    fix: 'agent: { run, propose }',
  },
  {
    name: 'no reward',
    given: () => ({ reward: 'exact' }),
    code: 'missing-function',
    argument: 'reward',
    value: 'exact',
    fix: 'function',
  },
  {
    name: 'workers: 0',
    given: () => ({ workers: 0 }),
    code: 'not-a-count',
    argument: 'workers',
    value: '0',
    fix: 'at least 1',
  },
  {
    name: 'a target above 1',
    given: () => ({ stop: { targetReward: 95 } }),
    code: 'out-of-range',
    argument: 'stop.targetReward',
    value: '95',
    fix: 'at most 1',
  },
  {
    name: 'patience: 0',
    given: () => ({ stop: { patience: 0 } }),
    code: 'not-a-count',
    argument: 'stop.patience',
    value: '0',
    fix: 'Leave it out',
  },
  {
    name: 'maxSeconds: 0',
    given: () => ({ stop: { maxSeconds: 0 } }),
    code: 'out-of-range',
    argument: 'stop.maxSeconds',
    value: '0',
    fix: 'above 0',
  },
  {
    name: 'a blast radius of 2',
    given: () => ({ artifact: { blastRadius: 2 } }),
    code: 'out-of-range',
    argument: 'artifact.blastRadius',
    value: '2',
    fix: 'at most 1',
  },
]

const yields = (edits: unknown): Strategy => ({
  ...appendRules(),
  name: 'odd',
  toEdits: new Proxy(appendRules().toEdits, { apply: () => edits }),
})

/** Known only when the caller's code has answered. */
export const refusedAtFirstUse: readonly BadInput[] = [
  ...[2, -1, Number.NaN, '1', undefined].map((reward) => ({
    name: `a reward of ${String(reward)}`,
    given: () => ({ reward: () => reward }),
    code: 'bad-reward',
    argument: 'reward',
    value: String(reward),
    fix: 'Divide a score',
  })),
  ...[42, { text: 7 }, ['a'], 'lone \ud800'].map((proposal) => ({
    name: `the proposal ${JSON.stringify(proposal)}`,
    given: () => ({ propose: () => proposal }),
    code: 'bad-proposal',
    argument: 'propose',
    value: '',
    fix: 'or null',
  })),
  {
    name: 'two proposals',
    given: () => ({
      policies: { proposal: { name: 'twice', propose: async () => [{ text: 'a' }, { text: 'b' }] } },
    }),
    code: 'too-many-proposals',
    argument: 'policies.proposal',
    value: '2',
    fix: 'none or one',
  },
  {
    name: 'edits that are no Map',
    given: () => ({ strategy: yields({ key: 'text' }) }),
    code: 'bad-edits',
    argument: 'strategy',
    value: 'key',
    fix: 'a Map',
  },
  {
    name: 'a key that is no text',
    given: () => ({ strategy: yields(new Map([[7, 'text']])) }),
    code: 'bad-edit-key',
    argument: 'strategy',
    value: '7',
    fix: 'well-formed',
  },
  {
    name: 'an empty key',
    given: () => ({ strategy: yields(new Map([['', 'text']])) }),
    code: 'bad-edit-key',
    argument: 'strategy',
    value: '""',
    fix: '1 to 512',
  },
  {
    name: 'a value that is a number',
    given: () => ({ strategy: yields(new Map([['key', 7]])) }),
    code: 'bad-edit-value',
    argument: 'strategy',
    value: '7',
    fix: 'text or null',
  },
]
