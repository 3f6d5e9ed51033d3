import { describe, expect, test } from 'vitest'
import { measuredOf } from '../../test/candidates.ts'
import { trustAudit } from './trust-audit.ts'

const FAST = 0.2
const SLOW = 0.6

describe('without an oracle', () => {
  test('leaves the fast layer alone while its sampled score deserves trust', async () => {
    const audit = trustAudit()
    const finding = await audit.inspect(measuredOf({ blastRadius: FAST, base: [1, 0], next: [0, 1] }))
    expect(finding).toEqual({ veto: false, audited: false })
    expect(audit.trust.audits).toBe(0)
  })

  test('refuses a tie in the slow layer, with the figures', async () => {
    const finding = await trustAudit().inspect(measuredOf({ blastRadius: SLOW, base: [1, 0], next: [0, 1] }))
    expect(finding).toEqual({
      veto: true,
      gain: 0,
      reason:
        'Artifact "artifact" needs a strict gain, because its blast radius is 0.6; the held-out rate went from 0.5 to 0.5.',
    })
  })

  test('lets a strict gain pass in the slow layer', async () => {
    const finding = await trustAudit().inspect(measuredOf({ blastRadius: SLOW, base: [1, 0], next: [1, 1] }))
    expect(finding).toEqual({ veto: false, audited: true })
  })

  test('looks closer at the fast layer after one disagreement, and says why it refuses', async () => {
    const audit = trustAudit()
    const misled = { blastRadius: FAST, base: [1, 1], next: [1, 0], estimates: [0.5, 1] } as const
    await audit.inspect(measuredOf(misled))
    expect(audit.trust.of(measuredOf(misled).base.id)).toBe(0.5)
    const finding = await audit.inspect(
      measuredOf({ ...misled, next: [1, 1], estimates: [1, 1], name: 'tie' }),
    )
    expect(finding).toMatchObject({ veto: true, gain: 0 })
    expect(finding).toHaveProperty('reason', expect.stringContaining('trust in its sampled score is 0.5'))
  })

  test('counts one measurement once, however often it is inspected', async () => {
    const audit = trustAudit()
    const candidate = measuredOf({ blastRadius: SLOW, base: [1, 1], next: [1, 0], estimates: [0.5, 1] })
    for (let times = 0; times < 3; times++) await audit.inspect(candidate)
    expect([audit.trust.of(candidate.base.id), audit.trust.audits]).toEqual([0.5, 3])
  })

  test('gives rows that a bounded scan cut neither a veto nor a say in trust', async () => {
    const audit = trustAudit()
    const candidate = measuredOf({ blastRadius: SLOW, base: [1, 1, 1], next: [0], estimates: [0, 1] })
    expect(await audit.inspect(candidate)).toEqual({ veto: false, audited: true })
    expect(audit.trust.of(candidate.base.id)).toBe(1)
  })
})

describe('with an oracle', () => {
  const gaining = { blastRadius: SLOW, base: [0, 0], next: [1, 1], estimates: [0, 1] } as const

  test('asks it only where a look is owed, and lets it overrule the held-out rows', async () => {
    const asked: string[] = []
    const audit = trustAudit({
      oracle: async (state) => {
        asked.push(state.get('text') ?? '')
        return 0.5
      },
    })
    await audit.inspect(measuredOf({ ...gaining, blastRadius: FAST }))
    expect(asked).toEqual([])
    const finding = await audit.inspect(measuredOf({ ...gaining, name: 'other' }))
    expect(finding).toMatchObject({ veto: true, gain: 0 })
    expect(finding).toHaveProperty('reason', expect.stringContaining('the oracle sees a gain of 0'))
    expect(asked).toEqual(['base', 'other'])
  })

  test('learns from it besides the rows, for it is another measurement', async () => {
    const audit = trustAudit({ oracle: async (state) => (state.get('text') === 'base' ? 0 : 1) })
    const candidate = measuredOf(gaining)
    await audit.inspect(candidate)
    expect(audit.trust.of(candidate.base.id)).toBe(1.5)
  })

  test('falls back to the full rows once its calls are used up, and asks no more', async () => {
    let calls = 0
    const audit = trustAudit({ oracle: async () => ((calls += 1), 0.5), oracleCalls: 3 })
    expect(await audit.inspect(measuredOf(gaining))).toMatchObject({ veto: true })
    expect(await audit.inspect(measuredOf({ ...gaining, name: 'other' }))).toEqual({
      veto: false,
      audited: true,
    })
    expect(calls).toBe(2)
  })

  test('stands on the held-out rows where the oracle fails, and says that it failed', async () => {
    const failures: unknown[] = []
    const audit = trustAudit({
      oracle: () => Promise.reject(new Error('no answer')),
      onOracleFailure: (error) => failures.push(error),
    })
    expect(await audit.inspect(measuredOf(gaining))).toEqual({ veto: false, audited: true })
    expect(failures).toEqual([new Error('no answer')])
    expect(audit.trust.of(measuredOf(gaining).base.id)).toBe(1.25)
  })

  test('never lets a spent oracle and cut rows together hold a veto', async () => {
    const audit = trustAudit({ oracle: async () => 0, oracleCalls: 0 })
    const finding = await audit.inspect(measuredOf({ blastRadius: SLOW, base: [1, 1], next: [0] }))
    expect(finding).toEqual({ veto: false, audited: true })
  })

  test.each([Number.NaN, 1.5, -0.1, Number.POSITIVE_INFINITY])(
    'refuses an oracle that answers %d',
    async (answer) => {
      const audit = trustAudit({ oracle: async () => answer })
      await expect(audit.inspect(measuredOf(gaining))).rejects.toMatchObject({
        code: 'bad-oracle-score',
        argument: 'evaluation.oracle',
        value: String(answer),
      })
    },
  )
})

test('goes on with the trust and the comparison that another audit had, and refuses what is none', async () => {
  const [first, second] = [trustAudit(), trustAudit()]
  const misled = measuredOf({ blastRadius: FAST, base: [1, 1], next: [1, 0], estimates: [0.5, 1] })
  await first.inspect(misled)
  second.restore(JSON.parse(JSON.stringify(first.state())))
  expect(second.trust.of(misled.base.id)).toBe(0.5)
  await second.inspect(misled)
  expect(second.state()).toEqual(first.state())
  for (const state of [null, [1], [['a']], [['a', 1, 2]]])
    expect(() => trustAudit().restore(state)).toThrow(expect.objectContaining({ code: 'bad-state' }))
})
