import { failureCode } from './file-system.ts'
import type { FileSystem } from './file-system.ts'
import { isUnsupported } from './ledger-lock.ts'

/**
 * Returns the file system as the store uses it. Where directories cannot be synced, as on Windows, their names are left to the
 * file system's own journal. Any other sync that fails is told to `onFailure`: what was written before it may be lost, so that
 * nothing but opening the ledger again can tell what is there.
 */
export function durableFiles(files: FileSystem, onFailure: (cause: unknown) => void): FileSystem {
  const told = async (work: Promise<void>): Promise<void> => {
    try {
      await work
    } catch (error) {
      // A directory that is gone had nothing left to keep.
      if (failureCode(error) !== 'ENOENT') onFailure(error)
      throw error
    }
  }
  return {
    ...files,
    sync: (file) => told(files.sync(file)),
    syncDirectory: (path) => told(syncedIfPossible(files, path)),
  }
}

/** Returns the file system of a store that gives up the loss of power: nothing waits for the disk. */
export function withoutSync(files: FileSystem): FileSystem {
  return { ...files, sync: () => Promise.resolve(), syncDirectory: () => Promise.resolve() }
}

async function syncedIfPossible(files: FileSystem, path: string): Promise<void> {
  try {
    await files.syncDirectory(path)
  } catch (error) {
    if (!isUnsupported(error)) throw error
  }
}
