import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { failureCode } from './file-system.ts'
import type { FileSystem } from './file-system.ts'

/** Puts the text at the path, whole or not at all, and resolves once it survives a loss of power. */
export async function writeDurably(files: FileSystem, path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`
  const file = files.create(temporary, 0o644)
  try {
    files.write(file, Buffer.from(text))
    await files.sync(file)
  } finally {
    files.close(file)
  }
  files.rename(temporary, path)
  await files.syncDirectory(dirname(path))
}

/** Makes the directory and those above it that are missing, and resolves once they survive a loss of power. */
export async function makeDirectories(files: FileSystem, path: string): Promise<void> {
  try {
    files.makeDirectory(path)
  } catch (error) {
    const code = failureCode(error)
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await makeDirectories(files, dirname(path))
    files.makeDirectory(path)
  }
  await files.syncDirectory(dirname(path))
}
