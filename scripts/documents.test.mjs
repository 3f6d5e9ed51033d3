import { expect, test } from 'vitest'
import { complaintsOf } from './documents.mjs'

const exists = (path) =>
  ['packages/core', 'docs/policies.md', 'docs/design/gate.md', 'README.md'].includes(path)

test('links and paths that lead somewhere are accepted', () => {
  const text =
    'See [the rules](docs/policies.md#table), `packages/core`, `pnpm lint` and `packages/<name>/src`.'
  expect(complaintsOf('README.md', text, exists)).toEqual([])
  expect(
    complaintsOf(
      'docs/policies.md',
      '[why](design/gate.md), [up](../README.md), [web](https://example.org)',
      exists,
    ),
  ).toEqual([])
})

test('a link or a path that leads nowhere is refused', () => {
  expect(complaintsOf('docs/policies.md', '[why](gate.md) in `packages/gone`', exists)).toEqual([
    'docs/policies.md: "gate.md" does not exist',
    'docs/policies.md: "packages/gone" does not exist',
  ])
})

test('a document over its budget is refused', () => {
  expect(complaintsOf('GLOSSARY.md', 'word\n'.repeat(150), exists)).toEqual([])
  expect(complaintsOf('GLOSSARY.md', 'word\n'.repeat(151), exists)).toEqual([
    'GLOSSARY.md has 151 lines, over 150',
  ])
})
