import { failureCode } from './file-system.ts'
import type { FileSystem } from './file-system.ts'

/** What Windows answers while another program, a virus scanner for example, has the file open for a moment. */
const BUSY = new Set(['EPERM', 'EBUSY', 'EACCES'])

/** Milliseconds between tries; a refusal that lasts longer than all of them is one. */
const PAUSES = [1, 2, 5, 10, 20, 50, 100]

/** Returns the file system with renames that are tried again, a few times, while they are refused as if the file were in use. */
export function patientFiles(files: FileSystem, pause: (ms: number) => void = blockFor): FileSystem {
  return { ...files, rename: (from, to) => renamePatiently(files, [from, to], pause) }
}

function renamePatiently(
  files: FileSystem,
  [from, to]: readonly [from: string, to: string],
  pause: (ms: number) => void,
): void {
  for (const ms of PAUSES) {
    try {
      files.rename(from, to)
      return
    } catch (error) {
      if (!BUSY.has(failureCode(error) ?? '')) throw error
    }
    pause(ms)
  }
  files.rename(from, to)
}

/** A rename is one call that does not wait, and neither does what follows it. */
function blockFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
