import { randomUUID } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Writes a file whole or not at all: under a temporary name in the same folder, flushed to disk, then under its own. A file that was
 * there keeps its mode.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const mode = await stat(path).then(
    (facts) => facts.mode,
    () => undefined,
  )
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`)
  try {
    const file = await open(temporary, 'wx', mode)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
