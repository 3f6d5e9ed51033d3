import process from 'node:process'

type Reporter = string | [string, { readonly outputFile: string }]

// Where .ci/run wants the counts; the default reporter still prints.
const report = process.env['AGENTDESCENT_VITEST_REPORT']

/** The reporters of every suite. */
export const reporters: Reporter[] =
  report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]]
