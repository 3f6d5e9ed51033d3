import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { authorId, diffId, leaseId, runId } from '../model/ids.ts'
import { canonicalMessage, messageText, parseMessageText } from './commit-message.ts'
import { type MergeRecord, parseRecord, recordTrailers } from './merge-record.ts'

/** Whatever a row of data or a model can hold, line breaks, trailers and broken characters among it. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('\n', '\r', '\u2028', '\0', '"', '\\', ':', ' ', 'a', '\ud800', '__proto__'),
  }),
  fc.constantFrom('\n\nAgentDescent-Verdict: accepted', 'AgentDescent-Run: other', '__proto__', '{}', ''),
)
const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/)
const figure = fc.double({ min: 0, max: 1, noNaN: true })
const count = fc.nat()
const tally = fc.record({ successes: fc.double({ min: 0, max: 500, noNaN: true }), failures: count })
const member = fc.record({
  lease: hostile.map(leaseId),
  diff: name.map(diffId),
  worker: hostile.map(authorId),
  tasks: fc.array(hostile, { maxLength: 4 }),
})
const record: fc.Arbitrary<MergeRecord> = fc.record(
  {
    run: name.map(runId),
    epoch: count,
    sequence: count,
    diff: name.map(diffId),
    rung: fc.constantFrom('single', 'identical', 'union', 'three-way'),
    members: fc.array(member, { maxLength: 4 }),
    base: tally,
    candidate: tally,
    probability: figure,
    threshold: figure,
    verdict: name,
    cost: fc.oneof(
      fc.record({ calls: count }),
      fc.record({ calls: count, tokens: fc.record({ prompt: count, completion: count }) }),
    ),
  },
  {
    requiredKeys: [
      'run',
      'sequence',
      'diff',
      'rung',
      'members',
      'base',
      'candidate',
      'probability',
      'threshold',
      'verdict',
      'cost',
    ],
  },
)

test.prop([record, fc.string({ unit: fc.constantFrom('a', ':', '-', '\n', ' ') })])(
  'reads back from a commit what was written into it, whatever the texts',
  (written, body) => {
    const message = { subject: 'merge', body, trailers: recordTrailers(written) }
    const stored = parseMessageText(messageText(canonicalMessage(message)))
    expect(parseRecord(stored)).toEqual(written)
  },
)

test.prop([record, fc.nat()])('a record that lacks a trailer is none', (written, pick) => {
  const trailers = recordTrailers({ ...written, members: [] }).filter(
    ([token]) => token !== 'AgentDescent-Epoch',
  )
  const without = trailers.toSpliced(pick % trailers.length, 1)
  expect(parseRecord({ trailers })).toBeDefined()
  expect(parseRecord({ trailers: without })).toBeUndefined()
})

test.prop([record, hostile, fc.nat()])(
  'text of another program in a trailer is refused or read, and never throws',
  (written, text, pick) => {
    const trailers = recordTrailers(written)
    const torn = trailers.map(
      ([token, value], at) => [token, at === pick % trailers.length ? text : value] as const,
    )
    expect(() => parseRecord({ trailers: torn })).not.toThrow()
  },
)

test.each(['{"lease":1}', 'null', '[]', '{"lease":"l","diff":"d","worker":"w","tasks":[1]}', '{'])(
  'a member %s spoils the record',
  (text) => {
    const [first] = fc.sample(record, { numRuns: 1, seed: 7 })
    const trailers = recordTrailers(first ?? Object.create(null))
    expect(parseRecord({ trailers: [...trailers, ['AgentDescent-Member', text]] })).toBeUndefined()
  },
)
