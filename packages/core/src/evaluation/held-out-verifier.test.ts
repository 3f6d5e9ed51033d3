import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { setUp, type SetUp } from '../../test/scoring.ts'
import { stateOf } from '../model/artifact.ts'
import { meanReward } from '../model/measurement.ts'
import type { Task } from '../model/task.ts'
import { Random } from '../runtime/random.ts'
import { stateDigestOf } from '../runtime/state-digest.ts'
import { heldOutVerifier, type HeldOutVerifier } from './held-out-verifier.ts'

const state = stateOf([['prompt', 'text']])
const heldOut = tasksNamed('h', 20)

describe('estimate', () => {
  test('asks for the same tasks of every state', async () => {
    const { verifier, actor } = verifierOf(heldOut)
    await verifier.estimate(state)
    const first = askedTasks(actor)
    await verifier.estimate(state.with('prompt', 'other'))
    expect(askedTasks(actor).slice(first.length)).toEqual(first)
    expect(new Set(first).size).toBe(16)
  })

  test('draws the same samples from the same seed, and others from another', async () => {
    const [one, same, other] = [1, 1, 2].map((seed) => verifierOf(heldOut, { seed }))
    for (const each of [one, same, other]) await each?.verifier.estimate(state)
    expect(asked(same)).toEqual(asked(one))
    expect(asked(other)).not.toEqual(asked(one))
  })

  test('draws a sample that does not depend on which size was asked for first', async () => {
    const [small, large] = [verifierOf(heldOut), verifierOf(heldOut)]
    await small.verifier.smallSample(state)
    await large.verifier.largeSample(state)
    const before = askedTasks(large.actor).length
    await large.verifier.smallSample(state.with('prompt', 'other'))
    expect(askedTasks(large.actor).slice(before)).toEqual(askedTasks(small.actor))
  })

  test('is the mean of the two samples, which are means themselves', async () => {
    const { verifier } = verifierOf(heldOut, { sampleSize: 2, reward: (id) => Number(id.slice(1)) / 20 })
    const [small, large] = [await verifier.smallSample(state), await verifier.largeSample(state)]
    expect(small).not.toBe(large)
    expect(await verifier.estimate(state)).toBe((small + large) / 2)
  })

  test('costs nothing where everything is measured already', async () => {
    const { verifier, meter } = verifierOf(heldOut)
    await verifier.measure(state)
    await verifier.estimate(state)
    expect(meter.snapshot()).toMatchObject({ gateCalls: 20, rankCalls: 0 })
  })
})

describe('measure', () => {
  test('returns a row for every held-out task in order, under the digest of the state', async () => {
    const { verifier } = verifierOf(heldOut)
    const rows = await verifier.measure(state)
    expect(rows.map(({ task }) => task)).toEqual(verifier.heldOut)
    expect(new Set(rows.map(({ candidate }) => candidate))).toEqual(new Set([stateDigestOf(state)]))
  })

  test('evaluates each task in every trial', async () => {
    const { verifier } = verifierOf(tasksNamed('h', 3), { trials: 2 })
    const rows = await verifier.measure(state)
    expect(rows.map(({ task, trial }) => `${task} ${trial}`)).toEqual(
      ['h0', 'h1', 'h2'].flatMap((task) => [`${task} 0`, `${task} 1`]),
    )
  })

  test('stops at the floor, and counts the scan and what it saved', async () => {
    const { verifier, meter, actor } = verifierOf(heldOut, { reward: () => 0 })
    const rows = await verifier.measure(state, { floor: 0.8 })
    expect([rows.length, actor.specs.length]).toEqual([8, 8])
    expect(meter.snapshot()).toMatchObject({ boundedScansCut: 1, evaluationsSkipped: 12 })
  })

  test('returns every row of a state that beats the floor, and counts no scan', async () => {
    const { verifier, meter } = verifierOf(heldOut)
    expect(await verifier.measure(state, { floor: 0.8 })).toHaveLength(20)
    expect(meter.snapshot()).toMatchObject({ boundedScansCut: 0, evaluationsSkipped: 0 })
  })

  test('measures two states that render alike once', async () => {
    const { verifier, actor } = verifierOf(heldOut)
    await verifier.measure(state)
    await verifier.measure(state.with('bookkeeping', '7'))
    expect(actor.specs).toHaveLength(20)
  })
})

test('replay scores the given tasks and no others', async () => {
  const { verifier, actor, meter } = verifierOf(heldOut)
  const rows = await verifier.replay(state, tasksNamed('t', 2))
  expect(meanReward(rows)).toBe(1)
  expect(askedTasks(actor)).toEqual(['t0', 't1'])
  expect(meter.snapshot().replayCalls).toBe(2)
})

test.prop([fc.array(fc.string({ minLength: 12, maxLength: 20 }), { minLength: 1, maxLength: 6 })])(
  'gives away the ids of held-out tasks and nothing else of them',
  async (secrets) => {
    const tasks = secrets.map((secret, index) => ({
      id: `h${index}`,
      prompt: secret,
      meta: { answer: secret },
    }))
    const { verifier } = verifierOf(tasks)
    const said = JSON.stringify([
      verifier,
      verifier.heldOut,
      await verifier.measure(state),
      await verifier.estimate(state),
      await verifier.replay(state, [{ id: 't0', prompt: 'in training' }]),
    ])
    for (const secret of secrets) expect(said).not.toContain(JSON.stringify(secret).slice(1, -1))
    expect(verifier.heldOut).toEqual(tasks.map(({ id }) => id))
  },
)

interface VerifierSetUp extends SetUp {
  readonly verifier: HeldOutVerifier
}

interface VerifierSettings {
  readonly seed?: number
  readonly sampleSize?: number
  readonly trials?: number
  readonly reward?: (task: string) => number
}

function verifierOf(tasks: readonly Task[], settings: VerifierSettings = {}): VerifierSetUp {
  const { seed = 0, reward = () => 1, ...rest } = settings
  const parts = setUp(({ task }) => reward(task.id))
  const verifier = heldOutVerifier({
    scorer: parts.scorer,
    heldOut: tasks,
    render: (rendered) => rendered.get('prompt') ?? '',
    random: Random.seeded(seed),
    ...rest,
  })
  return { ...parts, verifier }
}

function tasksNamed(prefix: string, count: number): readonly Task[] {
  return Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}`, prompt: '' }))
}

function asked(set: VerifierSetUp | undefined): readonly string[] {
  return set === undefined ? [] : askedTasks(set.actor)
}

function askedTasks(actor: SetUp['actor']): readonly string[] {
  return actor.specs.map(({ task }) => task.id)
}
