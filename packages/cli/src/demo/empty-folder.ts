import { mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { OptionError, shown } from '@agentdescent/core/errors'

/**
 * Returns the path of an empty folder: the one named, made where it is missing, or else a temporary one.
 * @throws OptionError `folder-not-empty`
 */
export async function emptyFolder(named: string | undefined): Promise<string> {
  if (named === undefined) return mkdtemp(join(tmpdir(), 'agentdescent-demo-'))
  const folder = resolve(named)
  await mkdir(folder, { recursive: true })
  const [entry] = await readdir(folder)
  if (entry === undefined) return folder
  throw new OptionError({
    code: 'folder-not-empty',
    argument: '--out',
    value: shown(named),
    message: `--out is ${shown(named)}, a folder that holds ${shown(entry)}; the demo overwrites nothing.`,
    fix: 'Name a new or empty folder.',
  })
}
