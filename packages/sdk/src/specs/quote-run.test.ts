import { fc, test } from '@fast-check/vitest'
import { keyedRules, MemoryStore, previewRun, singleSlot, type Task } from '@agentdescent/core'
import { VirtualClock } from '@agentdescent/core/testing'
import { describe, expect } from 'vitest'
import { evolve } from '../evolve.ts'
import { type Quote, quoteRun } from './quote-run.ts'

/** Sizes of a run, and how its agent and its proposer behave. */
interface Sizes {
  readonly tasks: number
  readonly rounds: number
  readonly workers: number
  readonly trials: number
  readonly selfVerify: boolean
  readonly heldOutFraction: number
  readonly seed: number
  /** What proposals change: keys of their own, one whole text, or sentences of one text that merge. */
  readonly edits: 'keys' | 'text' | 'sentences'
  readonly failsEach: number
}

const runs: fc.Arbitrary<Sizes> = fc.record({
  tasks: fc.integer({ min: 4, max: 16 }),
  rounds: fc.integer({ min: 1, max: 4 }),
  workers: fc.integer({ min: 1, max: 5 }),
  trials: fc.integer({ min: 1, max: 2 }),
  selfVerify: fc.boolean(),
  heldOutFraction: fc.constantFrom(0.25, 0.4, 0.6),
  seed: fc.nat({ max: 1000 }),
  edits: fc.constantFrom('keys' as const, 'text' as const, 'sentences' as const),
  failsEach: fc.constantFrom(0, 3, 5),
})

const SENTENCES = ['Read the task.', 'Think about it.', 'Check the units.', 'Answer in one word.']

/** Rewords one sentence, so that the changes of several workers can be joined. */
function reworded(text: string, place: number, words: number): string {
  const sentences = text.split('. ')
  return sentences
    .map((sentence, at) =>
      at === place % sentences.length ? `Now ${'so '.repeat(words % 4)}${sentence}` : sentence,
    )
    .join('. ')
}

/** A run in which rules help some tasks and hurt others, so that merges conflict, fuse and are refused. */
function optionsFor({
  tasks,
  rounds,
  workers,
  trials,
  selfVerify,
  heldOutFraction,
  seed,
  edits,
  failsEach,
}: Sizes) {
  const counted = { run: 0, propose: 0 }
  const options = {
    tasks: Array.from({ length: tasks }, (_, id): Task => ({ id: String(id), prompt: `task ${id}` })),
    rounds,
    workers,
    seed,
    evaluation: { trials, selfVerify, heldOutFraction },
    strategy:
      edits === 'keys'
        ? keyedRules({ categories: ['a', 'b', 'c'] })
        : singleSlot({ initial: SENTENCES.join(' ') }),
    reward: (_: Task, output: string): number => Number(output),
    run: (rendered: string, { id }: Task): string => {
      counted.run++
      if (failsEach > 0 && counted.run % failsEach === 0) throw new Error('busy')
      return String(((rendered.length * 7 + Number(id) * 3) % 5) / 5)
    },
    propose: ({ task: { id }, rendered }: { readonly task: Task; readonly rendered: string }): string => {
      counted.propose++
      if (edits === 'sentences') return reworded(rendered, Number(id), counted.propose)
      const key = ['a', 'b', 'c'][Number(id) % 3] ?? 'a'
      return `${key}: rule ${'x'.repeat(counted.propose % 7)} for ${id}`
    },
    ledger: new MemoryStore(),
    clock: new VirtualClock(),
  }
  return { counted, options }
}

describe('V16, B1, B3: a quote', () => {
  test.prop([runs], { numRuns: 60 })('is never passed by the run that it is for', async (sizes) => {
    const { counted, options } = optionsFor({ ...sizes, failsEach: 0 })
    const quote = quoteRun(previewRun(options))
    const result = await evolve({ ...options, onEvent: () => undefined })
    expect(result.calls).toBe(counted.run + counted.propose)
    expect(counted.run).toBeLessThanOrEqual(quote.atMost.agent)
    expect(counted.propose).toBeLessThanOrEqual(Math.min(quote.atMost.reflector, quote.proposals))
  })

  test.prop([runs], { numRuns: 40 })(
    'is kept as a limit while calls fail and are repeated',
    async (sizes) => {
      const { counted, options } = optionsFor(sizes)
      const { atMost } = quoteRun(previewRun(options))
      const limited = { ...options, stop: { maxCalls: atMost.total } }
      await evolve({ ...limited, onEvent: () => undefined })
      expect(counted.run + counted.propose).toBeLessThanOrEqual(atMost.total)
    },
  )

  test.each([
    ['trials', { trials: 2 }],
    ['the held-out share', { heldOutFraction: 0.6 }],
    ['rounds', { rounds: 4 }],
    ['workers', { workers: 5 }],
    ['self-verification', { selfVerify: true }],
  ])('follows %s', (_, change) => {
    const sizes: Sizes = {
      tasks: 16,
      rounds: 2,
      workers: 2,
      trials: 1,
      selfVerify: false,
      heldOutFraction: 0.25,
      seed: 0,
      edits: 'keys',
      failsEach: 0,
    }
    const quoted = (given: Sizes): Quote => quoteRun(previewRun(optionsFor(given).options))
    expect(quoted({ ...sizes, ...change }).atMost.total).toBeGreaterThan(quoted(sizes).atMost.total)
    expect(quoted({ ...sizes, ...change }).expected.total).toBeGreaterThan(quoted(sizes).expected.total)
  })
})
