import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root: string = fileURLToPath(new URL('../../../', import.meta.url))

/** Every page for users. */
export const pages: readonly string[] = [
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'README.md',
  'packages/sdk/README.md',
]

/** The README quotes one call of the quickstart. */
const README = `import { evolve, exact, singleSlot } from '@agentdescent/sdk'
import { options } from './options.mjs'
const { tasks, agent } = options
`

/** What a page takes for granted, unless it declares it. */
const GIVEN = [
  { name: 'options', line: `import { options } from './options.mjs'` },
  {
    name: 'rows',
    line: `const rows = [1, 2, 3, 4, 5, 6].map((n) => ({ question: \`My parcel \${n}\`, answer: 'shipping' }))`,
  },
  {
    name: 'ours',
    line: `const [base, ours, theirs] = ['One. Two. Three.', 'Uno. Two. Three.', 'One. Two. Tre.']`,
  },
]

export interface Snippet {
  readonly page: string
  readonly number: number
  readonly code: string
}

/** Returns the blocks of a page in a language. */
export function blocksOf(page: string, language: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8')
  const pattern = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm')
  return [...text.matchAll(pattern)].map(([, code = '']) => code)
}

/** Every JavaScript block of every page, with what its page takes for granted in front. */
export const snippets: readonly Snippet[] = pages.flatMap((page) =>
  blocksOf(page, 'js').map((code, index) => ({
    page,
    number: index + 1,
    code: `${page === 'README.md' ? README : givenTo(code)}${code}`,
  })),
)

/** The module `options.mjs`: what the start page calls `options`. */
export const optionsModule: string = `${blocksOf('docs/start.md', 'js')[0]?.split('const result =')[0] ?? ''}\nexport { options }\n`

function givenTo(code: string): string {
  return GIVEN.filter(
    ({ name }) => new RegExp(String.raw`\b${name}\b`).test(code) && !code.includes(`const ${name} `),
  )
    .map(({ line }) => `${line}\n`)
    .join('')
}
