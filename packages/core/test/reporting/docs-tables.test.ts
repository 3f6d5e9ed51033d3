import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

/** Names of the functions that make a rule, strategy or scheduler, as the core exports them. */
function makersIn(folder: string): string[] {
  const exported = read('packages/core/src/index.ts')
  const files = readdirSync(new URL(`packages/core/src/${folder}/`, root), {
    recursive: true,
    encoding: 'utf8',
  })
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...read(`packages/core/src/${folder}/${file}`).matchAll(/^export function (\w+)\(.*?\): (\w+) \{/gms),
    ])
    .filter(
      ([, name = '', type = '']) =>
        /Policy$|^Strategy$|^Scheduler$/.test(type) && exported.includes(` ${name} `),
    )
    .map(([, name = '']) => name)
}

test.each([
  ['policies', 'docs/policies.md', 15],
  ['strategies', 'docs/strategies.md', 3],
  ['schedulers', 'docs/schedulers.md', 2],
])('every maker of core/src/%s stands in %s', (folder, page, least) => {
  const makers = makersIn(folder)
  expect(makers.length).toBeGreaterThanOrEqual(least)
  const text = read(page)
  expect(makers.filter((name) => !text.includes(`\`${name}(`))).toEqual([])
})
