import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { failureCode } from './file-system.ts'
import type { FileSystem } from './file-system.ts'

/** A file of a repository, and what it is to hold. */
export interface FileContent {
  /** Path within the repository. */
  readonly name: string
  readonly text: string
}

/** Puts the text into the file, whole or not at all, and resolves once it survives a loss of power. */
export async function writeDurably(
  files: FileSystem,
  gitDirectory: string,
  { name, text }: FileContent,
): Promise<void> {
  // Not beside the file: a leftover there would be a branch, or make the path look like someone else's.
  const temporary = `${gitDirectory}/agentdescent/${process.pid}-${randomBytes(6).toString('hex')}.tmp`
  const file = files.create(temporary, 0o644)
  try {
    files.write(file, Buffer.from(text))
    await files.sync(file)
  } finally {
    files.close(file)
  }
  files.rename(temporary, `${gitDirectory}/${name}`)
  await files.syncDirectory(dirname(`${gitDirectory}/${name}`))
}

/** A file that is not there yet, and what it is to hold. */
export interface NewFile {
  readonly path: string
  readonly bytes: Buffer
  readonly mode: number
  /** Resolve only once the content survives a loss of power; its name does when its directory is synced. */
  readonly isDurable: boolean
}

/** Creates the file with its content; of a failure nothing is left. */
export async function createFile(
  files: FileSystem,
  { path, bytes, mode, isDurable }: NewFile,
): Promise<void> {
  const file = files.create(path, mode)
  try {
    files.write(file, bytes)
    if (isDurable) await files.sync(file)
  } catch (error) {
    files.unlink(path)
    throw error
  } finally {
    files.close(file)
  }
}

/** Makes the directory and those above it that are missing, and resolves once they survive a loss of power. */
export async function makeDirectories(files: FileSystem, path: string): Promise<void> {
  try {
    if (!isMade(files, path)) return
  } catch (error) {
    if (failureCode(error) !== 'ENOENT' || dirname(path) === path) throw error
    await makeDirectories(files, dirname(path))
    if (!isMade(files, path)) return
  }
  await files.syncDirectory(dirname(path))
}

/**
 * Makes a directory of a repository, such as `refs/heads`, and resolves once it survives a loss of power, also where another
 * process has just made it and has not come to its sync.
 */
export async function makeDirectoryIn(files: FileSystem, gitDirectory: string, name: string): Promise<void> {
  let directory = gitDirectory
  for (const part of name.split('/')) {
    isMade(files, `${directory}/${part}`)
    await files.syncDirectory(directory)
    directory = `${directory}/${part}`
  }
}

/** Makes the directory; says whether it was not there. */
function isMade(files: FileSystem, path: string): boolean {
  try {
    files.makeDirectory(path)
    return true
  } catch (error) {
    if (failureCode(error) !== 'EEXIST') throw error
    return false
  }
}
