import type { FileSystem } from '../../src/stores/git-store/file-system.ts'
import { nodeFileSystem } from '../../src/stores/git-store/file-system.ts'

/** A file system under observation. */
export interface WatchedFiles {
  readonly files: FileSystem
  /** Calls so far. */
  readonly calls: () => number
  /** Frees what an ended process would have freed. */
  readonly bury: () => void
}

/** What a process that has ended does not see any more. */
class Ended extends Error {
  readonly code = 'ENDED'
}

/** Ends the process, as far as its files go, at the n-th call: that call and all later ones do nothing and throw. */
export function endingAt(n: number, beneath: FileSystem = nodeFileSystem): WatchedFiles {
  let hasEnded = false
  return watched((count) => {
    hasEnded ||= count >= n
    if (hasEnded) throw new Ended('the process has ended')
  }, beneath)
}

/** Fails the n-th call with the code; all others work. */
export function failingAt(n: number, code: string): WatchedFiles {
  return watched((count) => {
    if (count === n) throw Object.assign(new Error(`${code}: injected`), { code })
  })
}

/** Fails every call of the method with the code, as on a system that does not have it. */
export function without(methods: readonly (keyof FileSystem)[], code: string): WatchedFiles {
  return watched((_, method) => {
    if (methods.includes(method)) throw Object.assign(new Error(`${code}: ${method}`), { code })
  })
}

/** Calls `meet` before each call reaches the disk. Closing a file always works, as the end of a process does. */
function watched(
  meet: (count: number, method: keyof FileSystem) => void,
  node: FileSystem = nodeFileSystem,
): WatchedFiles {
  let count = 0
  const open = new Set<number>()
  const met = <Arguments extends readonly unknown[], Result>(
    method: keyof FileSystem,
    call: (...args: Arguments) => Result,
  ): ((...args: Arguments) => Result) => {
    return (...args) => {
      meet(++count, method)
      return call(...args)
    }
  }
  const opened = (file: number): number => {
    open.add(file)
    return file
  }
  const files: FileSystem = {
    create: met('create', (path, mode) => opened(node.create(path, mode))),
    open: met('open', (path) => {
      const file = node.open(path)
      return file === undefined ? undefined : opened(file)
    }),
    readAt: met('readAt', node.readAt),
    write: met('write', node.write),
    sync: async (file) => met('sync', node.sync)(file),
    close: (file) => {
      if (open.delete(file)) node.close(file)
    },
    syncDirectory: async (path) => met('syncDirectory', node.syncDirectory)(path),
    read: met('read', node.read),
    append: met('append', node.append),
    rename: met('rename', node.rename),
    link: met('link', node.link),
    unlink: met('unlink', node.unlink),
    makeDirectory: met('makeDirectory', node.makeDirectory),
    list: met('list', node.list),
    facts: met('facts', node.facts),
    fileSystemType: met('fileSystemType', node.fileSystemType),
    touch: met('touch', node.touch),
    tryLock: met('tryLock', (path) => {
      const file = node.tryLock(path)
      return file === undefined ? undefined : opened(file)
    }),
  }
  const bury = (): void => {
    for (const file of open) node.close(file)
    open.clear()
  }
  return { files, calls: () => count, bury }
}
