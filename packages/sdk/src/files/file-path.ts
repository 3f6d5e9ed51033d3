import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OptionError, shown } from '@agentdescent/core'

/**
 * Returns the absolute path of a path or `file:` URL that somebody wrote down; a relative path starts from `baseFolder`. Drive letters and
 * UNC paths are taken as the system takes them.
 * @throws OptionError `bad-path` for a `file:` URL that names no file of this host
 */
export function filePath(written: string, baseFolder: string): string {
  if (!written.startsWith('file:')) return resolve(baseFolder, written)
  try {
    return fileURLToPath(written)
  } catch (error) {
    throw new OptionError({
      code: 'bad-path',
      argument: 'path',
      value: shown(written),
      message: `${shown(written)} names no file of this host.`,
      fix: 'Write file:///folder/file, or a path that starts from the folder of the spec.',
      cause: error,
    })
  }
}
