import fs from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

export interface FileFacts {
  readonly size: number
  readonly modifiedMs: number
  /** Device and inode: equal for two names of one file. */
  readonly identity: string
}

/**
 * The calls through which the git store reaches the disk, so that tests can fail, record or end the process at each of them.
 *
 * All but `sync` and `syncDirectory` reach the page cache only, in microseconds, and therefore do not wait.
 */
export interface FileSystem {
  /** Opens a file for writing that must not exist. */
  create(path: string, mode: number): number
  /** Opens a file for reading; undefined when there is none. */
  open(path: string): number | undefined
  write(file: number, bytes: Uint8Array): void
  /** Returns the bytes from the offset on, fewer where the file ends. */
  readAt(file: number, offset: number, length: number): Buffer
  /** Resolves once the file's content survives a loss of power. */
  sync(file: number): Promise<void>
  close(file: number): void
  /** Resolves once the names in the directory survive a loss of power. */
  syncDirectory(path: string): Promise<void>
  /** Returns the content; undefined when there is no such file. */
  read(path: string): Buffer | undefined
  append(path: string, text: string): void
  rename(from: string, to: string): void
  link(existing: string, path: string): void
  unlink(path: string): void
  makeDirectory(path: string): void
  /** Returns the names in the directory; undefined when there is none. */
  list(path: string): readonly string[] | undefined
  /** Returns what is known of the path; undefined when nothing is there. */
  facts(path: string): FileFacts | undefined
  /** Returns the number that the system has for the type of file system at the path; undefined when nothing is there. */
  fileSystemType(path: string): number | undefined
  /** Sets the time of modification to now. */
  touch(path: string): void
  /**
   * Locks the file, which is made when absent and then holds this process's id, until it is closed or the process ends, however
   * it ends. Returns undefined when another holds it; throws `ENOSYS` where the system has no such locks.
   */
  tryLock(path: string): number | undefined
}

const sync = promisify(fs.fsync)

export const nodeFileSystem: FileSystem = {
  create: (path, mode) => fs.openSync(path, 'wx', mode),
  open: (path) => presentOnly(() => fs.openSync(path, 'r')),
  readAt: (file, offset, length) => {
    const bytes = Buffer.allocUnsafe(length)
    return bytes.subarray(0, fs.readSync(file, bytes, 0, length, offset))
  },
  write: (file, bytes) => {
    for (let offset = 0; offset < bytes.length; ) offset += fs.writeSync(file, bytes, offset)
  },
  sync: (file) => sync(file),
  close: (file) => fs.closeSync(file),
  syncDirectory: async (path) => {
    const directory = fs.openSync(path, 'r')
    try {
      await sync(directory)
    } finally {
      fs.closeSync(directory)
    }
  },
  // To look first is much quicker than to catch an error, and most objects that are looked for are new.
  read: (path) =>
    presentOnly(
      () => (fs.statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : fs.readFileSync(path)),
      'ENOTDIR',
    ),
  append: (path, text) => fs.appendFileSync(path, text),
  rename: (from, to) => fs.renameSync(from, to),
  link: (existing, path) => fs.linkSync(existing, path),
  unlink: (path) => fs.unlinkSync(path),
  makeDirectory: (path) => fs.mkdirSync(path),
  list: (path) => presentOnly(() => fs.readdirSync(path)),
  facts: (path) =>
    presentOnly(() => {
      // As a number an inode of NTFS is rounded: two files would be one.
      const { size, mtimeNs, dev, ino } = fs.statSync(path, { bigint: true })
      return { size: Number(size), modifiedMs: Number(mtimeNs) / 1e6, identity: `${dev}:${ino}` }
    }),
  fileSystemType: (path) => presentOnly(() => fs.statfsSync(path).type, 'ENOTDIR'),
  touch: (path) => {
    const now = new Date()
    fs.utimesSync(path, now, now)
  },
  tryLock: (path) => {
    const locks = kernelLocks()
    const file = fs.openSync(path, LOCK_FLAGS, 0o666)
    try {
      if (locks.tryLock(file)) {
        fs.writeSync(file, HOLDER, 0)
        return file
      }
    } catch (error) {
      fs.closeSync(file)
      throw error
    }
    fs.closeSync(file)
    return undefined
  },
}

/** Returns the code of a failed call, `ENOENT` for example; undefined for any other error. */
export function failureCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Written over the last holder's line, which is as long: cutting a file costs several times as much as the lock itself. */
const HOLDER = `${String(process.pid).padEnd(20)}\n`
const LOCK_FLAGS = fs.constants.O_RDWR | fs.constants.O_CREAT

interface KernelLocks {
  readonly tryLock: (file: number) => boolean
}

let loadedLocks: KernelLocks | undefined

/** Loads the addon when the first lock is taken: it is not there on every platform, and a reader needs none. */
function kernelLocks(): KernelLocks {
  if (loadedLocks !== undefined) return loadedLocks
  try {
    loadedLocks = createRequire(import.meta.url)('fs-native-extensions') as KernelLocks
    return loadedLocks
  } catch (cause) {
    throw Object.assign(new Error('This platform has no addon for file locks', { cause }), { code: 'ENOSYS' })
  }
}

function presentOnly<Value>(look: () => Value, alsoAbsent?: string): Value | undefined {
  try {
    return look()
  } catch (error) {
    const code = failureCode(error)
    if (code !== undefined && (code === 'ENOENT' || code === alsoAbsent)) return undefined
    throw error
  }
}
