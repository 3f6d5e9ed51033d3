import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { artifactId } from '../model/ids.ts'
import { type Agreement, agreementOf, Trust } from './trust.ts'

const [better, tie, worse] = [0.25, 0, -0.25]

test.each<[sample: number, full: number, agreement: Agreement]>([
  [better, better, 'agree'],
  [better, tie, 'disagree'],
  [better, worse, 'disagree'],
  [tie, better, 'disagree'],
  [tie, tie, 'uninformative'],
  [tie, worse, 'uninformative'],
  [worse, better, 'disagree'],
  [worse, tie, 'uninformative'],
  [worse, worse, 'agree'],
])('a sampled gain of %d and a full gain of %d: %s', (sample, full, agreement) => {
  expect(agreementOf(sample, full)).toBe(agreement)
})

test.prop([fc.array(fc.constantFrom<Agreement>('agree', 'disagree', 'uninformative'), { maxLength: 40 })])(
  'stays in [0.25, 4], and ties leave it alone',
  (observed) => {
    const [all, informative] = [new Trust(), new Trust()]
    const id = artifactId('artifact')
    for (const agreement of observed) all.observe(id, agreement)
    for (const agreement of observed.filter((each) => each !== 'uninformative'))
      informative.observe(id, agreement)
    expect(all.of(id)).toBe(informative.of(id))
    expect(all.of(id)).toBeGreaterThanOrEqual(0.25)
    expect(all.of(id)).toBeLessThanOrEqual(4)
  },
)

test('keeps artifacts apart', () => {
  const trust = new Trust()
  trust.observe(artifactId('one'), 'disagree')
  expect([trust.of(artifactId('one')), trust.of(artifactId('two'))]).toEqual([0.5, 1])
})

test('owes a look to frozen and slow artifacts, and counts it', () => {
  const trust = new Trust()
  expect(trust.owesAudit(artifactId('oracle'), 0)).toBe(true)
  expect(trust.owesAudit(artifactId('prompt'), 0.31)).toBe(true)
  expect(trust.owesAudit(artifactId('prompt'), 0.3)).toBe(false)
  expect(trust.audits).toBe(2)
})
