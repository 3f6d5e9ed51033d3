import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { linesOf, traceLines } from './trace-lines.ts'
import type { VersionText } from './trace-lines.ts'

const line = fc.constantFrom('a', 'b', 'c', '', '__proto__', 'a longer line')
const histories = fc.array(
  fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n')),
  {
    minLength: 1,
    maxLength: 8,
  },
)

test.prop([histories])(
  'explains every line of the newest version, each by a version that holds it',
  async (texts) => {
    const traced = await traceLines(newestFirst(texts))
    expect(traced.map(({ text }) => text)).toEqual(linesOf(texts.at(-1) ?? ''))
    for (const { text, origin } of traced) expect(linesOf(origin.text)).toContain(text)
  },
)

test.prop([histories])('explains no line by a version that changed nothing', async (texts) => {
  const traced = await traceLines(newestFirst(texts.flatMap((text) => [text, text])))
  for (const { origin } of traced) expect(origin.at % 2).toBe(0)
})

test('a line that another one precedes keeps its origin, also where the last line feed comes and goes', async () => {
  const traced = await traceLines(newestFirst(['one', 'zero\none', 'zero\none\ntwo\n', 'one\ntwo']))
  expect(traced.map(({ text, origin }) => [text, origin.at])).toEqual([
    ['one', 0],
    ['two', 2],
  ])
})

test('reads no further back than it has to', async () => {
  const read: number[] = []
  const all = newestFirst(['a', 'b', 'c', 'd'])
  const noted = async function* () {
    for await (const version of all) {
      read.push(version.origin.at)
      yield version
    }
  }
  await traceLines(noted())
  expect(read).toEqual([3, 2])
})

test('an empty text has no lines, and neither has no version', async () => {
  expect(await traceLines(newestFirst(['a', '']))).toEqual([])
  expect(await traceLines(newestFirst([]))).toEqual([])
})

async function* newestFirst(
  texts: readonly string[],
): AsyncGenerator<VersionText<{ readonly text: string; readonly at: number }>> {
  for (const [at, text] of [...texts.entries()].toReversed()) {
    await new Promise((resolve) => setImmediate(resolve))
    yield { text, origin: { text, at } }
  }
}
