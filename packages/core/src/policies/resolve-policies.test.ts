import { expect, test } from 'vitest'
import { betaPosterior } from './acceptance/beta-posterior.ts'
import { stableDistanceGate } from './acceptance/stable-distance-gate.ts'
import { defaultPolicies } from './default-policies.ts'
import { policiesFingerprint } from './policies-fingerprint.ts'
import { resolvePolicies } from './resolve-policies.ts'
import { full } from './staleness/full.ts'

test('takes what is given and the default for the rest', () => {
  const staleness = full()
  const policies = resolvePolicies({ staleness })
  expect(policies.staleness).toBe(staleness)
  expect(policiesFingerprint({ ...policies, staleness: defaultPolicies().staleness })).toBe(
    policiesFingerprint(defaultPolicies()),
  )
})

test('an absent slot and an undefined one are the same', () => {
  const holes: Record<string, undefined> = { fusion: undefined }
  expect(policiesFingerprint(resolvePolicies(holes))).toBe(policiesFingerprint(resolvePolicies()))
})

test('two runs share no rule that learns', () => {
  const [one, other] = [resolvePolicies(), resolvePolicies()]
  for (const slot of Object.keys(one)) expect(Reflect.get(one, slot)).not.toBe(Reflect.get(other, slot))
})

const refused: readonly { given: object; code: string; argument: string }[] = [
  { given: { stalenes: full() }, code: 'unknown-policy-slot', argument: 'policies' },
  { given: { constructor: full() }, code: 'unknown-policy-slot', argument: 'policies' },
  { given: { staleness: null }, code: 'bad-policy', argument: 'policies.staleness' },
  { given: { staleness: full }, code: 'bad-policy', argument: 'policies.staleness' },
  { given: { fusion: full() }, code: 'bad-policy', argument: 'policies.fusion' },
  { given: { staleness: { decide: () => 'accept' } }, code: 'bad-policy', argument: 'policies.staleness' },
]

test.each(refused)('refuses $given with $code', ({ given, code, argument }) => {
  expect(() => resolvePolicies(given)).toThrow(expect.objectContaining({ code, argument }))
})

test('takes a rule whose methods are inherited', () => {
  class Patient {
    readonly name = 'patient'
    decide(): 'accept' {
      return 'accept'
    }
  }
  const staleness = new Patient()
  expect(resolvePolicies({ staleness }).staleness).toBe(staleness)
})

test('refuses a slot that the driver does not decide by, even with its default', () => {
  const support = { driver: 'serial()', slots: ['acceptance'] } as const
  expect(() => resolvePolicies({ staleness: full() }, support)).toThrow(
    expect.objectContaining({ code: 'unsupported-policy', argument: 'policies.staleness' }),
  )
  expect(() => resolvePolicies({ acceptance: betaPosterior() }, support)).not.toThrow()
})

test('the fingerprint tells rules and settings apart, and nothing else', () => {
  const bundles = [
    {},
    { acceptance: betaPosterior({ baseDelta: 0.4 }) },
    { acceptance: stableDistanceGate(betaPosterior()) },
    { acceptance: stableDistanceGate(betaPosterior({ baseDelta: 0.4 })) },
  ]
  const fingerprints = bundles.map((bundle) => policiesFingerprint(resolvePolicies(bundle)))
  expect(new Set(fingerprints).size).toBe(bundles.length)
  expect(policiesFingerprint(resolvePolicies({ acceptance: betaPosterior({ annealHalfLife: 64 }) }))).toBe(
    fingerprints[0],
  )
})
