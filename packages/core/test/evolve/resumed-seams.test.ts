import { expect, test } from 'vitest'
import { MemoryScoreCache } from '../../src/evaluation/memory-score-cache.ts'
import { appendRules, type EvolveOptions, type RunContext, type Task } from '../../src/index.ts'
import { singleSlot, synchronous } from '../../src/index.ts'
import { mergeKernel } from '../../src/runtime/merge-kernel.ts'
import { KilledRun, options } from './killed-run.ts'

type Given = Partial<Omit<EvolveOptions, 'clock' | 'ledger'>>

/** A scheduler brings its own rounds. */
const noRounds: object = { rounds: undefined }

/** An agent that makes two calls for an answer, each once. */
function inSteps(calls: string[]): Given {
  const { run } = options()
  return {
    async run(rendered: string, task: Task, context: RunContext) {
      const ask = (step: string) =>
        context.once({ step, rendered, task: task.id, trial: context.trial }, async () => {
          calls.push(`${step} ${task.id} ${context.trial} ${rendered}`)
          context.report({ promptTokens: 3, completionTokens: 1 })
          return `${step} done`
        })
      await ask('first')
      await ask('second')
      return run?.(rendered, task, context) ?? ''
    },
  }
}

test('an agent that is killed between two of its calls does not make the first again', async () => {
  const calls: string[] = []
  const whole = new KilledRun(inSteps(calls))
  const { tokens } = await whole.finished()
  const distinct = calls.length
  expect(tokens).toBe(4 * distinct)
  const answers = whole.records.flatMap((record, at) =>
    record.kind === 'answer' && record.key.startsWith('step ') ? [at + 1] : [],
  )
  for (const records of answers.filter((_, index) => index % 9 === 0)) {
    calls.length = 0
    const run = new KilledRun(inSteps(calls))
    await run.killedAfter(records)
    const before = new Set(calls)
    const inFlight = run.unanswered
    const result = await run.finished()
    expect(result.rendered).toBe((await whole.finished()).rendered)
    expect(before.size).toBeGreaterThan(0)
    expect(calls.length - distinct).toBeLessThanOrEqual(inFlight)
    expect(calls.filter((call, at) => calls.indexOf(call) !== at).length).toBeLessThanOrEqual(inFlight)
    expect(result.tokens).toBeGreaterThanOrEqual(tokens)
    expect(result.tokens).toBeLessThanOrEqual(4 * calls.length)
  }
})

test('a limit of tokens counts what was spent before the kill, and a resumed run ends by it once', async () => {
  const given = (): Given => ({ ...inSteps([]), rounds: 8, stop: { maxTokens: 160 } })
  const whole = new KilledRun(given())
  const { rollouts } = await whole.finished()
  for (let records = 1; records <= whole.records.length; records += 11) {
    const run = new KilledRun(given())
    await run.killedAfter(records)
    const result = await run.finished()
    expect(result.stopReason, `after ${records}`).toBe('max-tokens')
    // A call that was cut short has cost its tokens all the same.
    expect(result.rollouts).toBeLessThanOrEqual(rollouts)
    const asked = run.asked.length
    const again = await run.finished()
    expect([again.rollouts, again.tokens, run.asked.length]).toEqual([result.rollouts, result.tokens, asked])
  }
})

test('what a cache held before the run is a hit again, and what the run measured is not', async () => {
  const filled = async (): Promise<Given> => {
    const cache = new MemoryScoreCache()
    const evaluation = { evaluator: 'e', cache }
    await new KilledRun({ evaluation, rounds: 1, propose: () => null }).finished()
    return { evaluation, agent: { run: () => '', propose: () => '', identity: 'a' } }
  }
  const whole = new KilledRun(await filled())
  const { cost } = await whole.finished()
  expect([cost.cacheMisses > 0, cost.cacheHits > 0]).toEqual([true, true])
  for (const records of [30, 60, 90]) {
    const run = new KilledRun(await filled())
    await run.killedAfter(records)
    const resumed = await run.finished()
    expect([resumed.cost.cacheHits, resumed.cost.cacheMisses]).toEqual([cost.cacheHits, cost.cacheMisses])
    expect(resumed.cost.gateCalls).toBe(cost.gateCalls)
  }
})

test('an oracle is not asked again for what it said', async () => {
  let asked = 0
  const given = (): Given => ({
    artifact: { blastRadius: 0.9 },
    evaluation: {
      oracle: () => {
        asked++
        return 0.5
      },
    },
  })
  await new KilledRun(given()).finished()
  const once = asked
  expect(once).toBeGreaterThan(0)
  const run = new KilledRun(given())
  await run.finished()
  asked = 0
  await run.finished()
  expect(asked).toBe(0)
})

test('failures of the backend are outcomes: they are not met again, and the run ends as it ended', async () => {
  let calls = 0
  const { run } = options()
  const given = (): Given => ({
    run(rendered: string, task: Task, context: RunContext) {
      calls++
      if (task.id === 't1') throw new Error('the backend is down')
      return run?.(rendered, task, context) ?? ''
    },
  })
  const whole = new KilledRun(given())
  const { cost, rendered } = await whole.finished()
  expect(cost.failures).toBeGreaterThan(0)
  calls = 0
  const again = await whole.finished()
  expect([calls, again.rendered, again.cost.failures]).toEqual([0, rendered, cost.failures])
})

test('an output that JSON does not hold is named, with what to do', async () => {
  const run = new KilledRun({ run: () => new Map([['a', 1]]) as never, reward: () => 0.5 })
  await expect(run.finished()).rejects.toMatchObject({
    code: 'not-json',
    message: expect.stringMatching(/run\(\) returned for task "t0" holds an object of class Map/),
    fix: expect.stringContaining('journal: false'),
  })
})

test('a run that comes to something else stops before it asks anything, and says where', async () => {
  const run = new KilledRun()
  await run.killedAfter(70)
  const asked = run.asked.length
  const rules = appendRules()
  const strategy = { ...rules, toEdits: () => new Map([['rule-other', 'Something else.']]) }
  await expect(run.finished({ strategy })).rejects.toMatchObject({
    code: 'diverged',
    message: expect.stringMatching(
      /at record \d+: that is attempt \w+ with \w{64}, and now it is attempt \w+ with \w{64}/,
    ),
  })
  expect(run.asked.length).toBe(asked)
})

test('a merge on another thread may take minutes while a run is played again', async () => {
  const { propose } = options()
  let merges = 0
  const slowly = async <Result>(merge: () => Result): Promise<Result> => {
    merges++
    // The clock is virtual: whoever counts pauses has counted thousands by then.
    for (let ticks = 0; ticks < 10_000; ticks++) await Promise.resolve()
    return merge()
  }
  const initial = Array.from({ length: 9 }, (_, line) => `line ${line}`).join('\n')
  const run: KilledRun = new KilledRun({
    ...noRounds,
    scheduler: synchronous({ rounds: 8, refreshInterval: 4 }),
    strategy: singleSlot({ initial }),
    // Each rule has a line of its own, so that what was proposed on an older text is merged into the newer one.
    async propose(failure, context) {
      const rule = String(await propose?.(failure, context))
      return failure.rendered.replace(rule.includes('1') ? 'line 7' : 'line 1', rule)
    },
    merge: {
      offload: {
        isWorthIt: () => true,
        mergeText: (...asked) => slowly(() => mergeKernel.mergeText(...asked)),
        mergeMany: (...asked) => slowly(() => mergeKernel.mergeMany(...asked)),
        close: async () => {},
      },
    },
  })
  const first = await run.finished()
  expect(merges).toBeGreaterThan(0)
  const again = await run.finished()
  expect([again.stopReason, again.rendered]).toEqual([first.stopReason, first.rendered])
})
