import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { main } from './run-cli.ts'

const HOOKS = `
import { writeSync } from 'node:fs'
export async function load(url, context, next) {
  writeSync(2, 'loaded ' + url + '\\n')
  return next(url, context)
}`
const PRELOAD = `import { register } from 'node:module'; register(${JSON.stringify(asUrl(HOOKS))})`

/** Runs the built command line and returns the modules that it loaded, Node's own left out. */
export function loadedModules(words: readonly string[]): readonly string[] {
  const { stderr } = spawnSync(process.execPath, ['--import', asUrl(PRELOAD), main, ...words], {
    encoding: 'utf8',
  })
  const loaded = stderr.split('\n').flatMap((line) => /^loaded (.*)$/.exec(line)?.[1] ?? [])
  return loaded.filter((url) => url.startsWith('file:'))
}

function asUrl(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`
}
