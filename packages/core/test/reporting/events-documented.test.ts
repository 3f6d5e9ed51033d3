import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

/** The tags of the event union, as its source spells them. */
function tagsOf(source: string): string[] {
  const union = source.slice(
    source.indexOf('export type RunEvent'),
    source.indexOf('/** Where a card was lost'),
  )
  return [...union.matchAll(/readonly type: ([^\n;]+)/g)].flatMap(([, tags = '']) =>
    [...tags.matchAll(/'([a-z-]+)'/g)].map(([, tag = '']) => tag),
  )
}

test('docs/events.md lists every event, and no other', () => {
  const documented = [...read('docs/events.md').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, tag = '']) => tag)
  const tags = tagsOf(read('packages/core/src/model/event.ts'))
  expect(tags.length).toBeGreaterThan(10)
  expect(documented.toSorted()).toEqual(tags.toSorted())
})
