import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf, optionsModule, pages, type Snippet, snippets } from './doc-pages.ts'
import { LoopbackModel } from './loopback-model.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

describe('the snippets of the documentation', () => {
  let model: LoopbackModel
  /** Below the command line, which depends on every package that the snippets import. */
  let folder = ''

  beforeAll(async () => {
    model = await LoopbackModel.start()
    const modules = join(root, 'packages/cli/node_modules')
    mkdirSync(modules, { recursive: true })
    folder = mkdtempSync(join(modules, '.snippets-'))
    writeFileSync(join(folder, 'options.mjs'), optionsModule)
    for (const snippet of snippets) writeFileSync(fileOf(folder, snippet), snippet.code)
  })

  afterAll(async () => {
    await model[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  it('are in no other language than those which are run or read here', () => {
    const languages = pages.flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(/^```(\w+)\n/gm)].map(([, language]) => language),
    )
    expect([...new Set(languages)].toSorted()).toEqual(['bash', 'js', 'json', 'sh', 'text'])
    expect(new Set(snippets.map(({ page }) => page)).size).toBeGreaterThanOrEqual(12)
  })

  it.each(snippets)(
    'run as they stand: $page, number $number',
    async (snippet) => {
      const { failure, stderr } = await run(fileOf(folder, snippet), model)
      expect(failure, stderr).toBeNull()
    },
    120_000,
  )

  it('fail where their model is out of reach, so that running them says something', async () => {
    const [start] = snippets.filter(({ page }) => page === 'docs/start.md')
    if (start === undefined) throw new Error('the start page has no snippet')
    const gone = await LoopbackModel.start({ fails: () => 404 })
    const { stdout, stderr } = await run(fileOf(folder, start), gone)
    await gone[Symbol.asyncDispose]()
    expect(stderr).toContain('The run ended early')
    expect(stdout).toContain('error')
  })

  it('H11: keep to the types of the options, each example of the documentation', async () => {
    const compilerOptions = {
      allowJs: true,
      checkJs: true,
      noEmit: true,
      strict: false,
      skipLibCheck: true,
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023', 'esnext.disposable'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mjs'] }))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = await execute([compiler, '-p', folder], { ...process.env })
    expect(stdout).toBe('')
  })

  it('of docs/ledger.md work on the ledger that its code made', async () => {
    const [code] = snippets.filter(({ page }) => page === 'docs/ledger.md')
    if (code === undefined) throw new Error('the page of the ledger has no snippet')
    const own = mkdtempSync(join(folder, 'ledger-'))
    writeFileSync(join(own, 'options.mjs'), optionsModule)
    writeFileSync(fileOf(own, code), code.code)
    expect((await run(fileOf(own, code), model)).failure).toBeNull()
    const lines = blocksOf('docs/ledger.md', 'bash').flatMap((block) => block.trim().split('\n'))
    expect(lines.length).toBeGreaterThanOrEqual(5)
    await git(own, 'init --quiet --bare elsewhere')
    for (const line of lines) {
      const [words = ''] = line.replace('<remote>', join(own, 'elsewhere')).split(/ {2,}#/)
      expect(words).toMatch(/^git /)
      await git(own, words.trim().slice('git '.length))
    }
    expect(await git(own, '--git-dir elsewhere branch')).toMatch(/dev\n[^]*stable/)
  })
})

function fileOf(folder: string, { page, number }: Snippet): string {
  return join(folder, `${page.replaceAll('/', '-')}-${number}.mjs`)
}

interface Ending {
  readonly failure: Error | null
  readonly stdout: string
  readonly stderr: string
}

function run(file: string, model: LoopbackModel): Promise<Ending> {
  const { OPENAI_API_KEY: _, ANTHROPIC_API_KEY: __, ...env } = process.env
  const urls = { OPENAI_BASE_URL: model.baseUrl, ANTHROPIC_BASE_URL: model.baseUrl.replace('/v1', '') }
  return execute([file], { ...env, ...urls })
}

function execute(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Ending> {
  const cwd = dirname(words.at(-1) ?? '')
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd, env }, (failure, stdout, stderr) => {
      resolve({ failure, stdout, stderr })
    })
  })
}

function git(cwd: string, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('git', words.split(' '), { cwd }, (failure, stdout) => {
      if (failure === null) resolve(stdout)
      else reject(failure)
    })
  })
}
