import { dirname } from 'node:path'
import { LedgerError } from '@agentdescent/core'
import type { FileSystem } from './file-system.ts'

/** Numbers by which Linux names file systems that other hosts serve: there, locks and renames of two hosts may not meet. */
const NETWORK: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x5346414f, 'AFS'],
])

/** @throws LedgerError `network-file-system` where another host keeps the files */
export function refuseNetworkPlace(path: string, files: FileSystem): void {
  const name = NETWORK.get(typeOf(path, files) ?? 0)
  if (name === undefined) return
  throw new LedgerError({
    code: 'network-file-system',
    argument: 'ledger',
    value: path,
    message: `The path ${path} is on ${name}, where a lock or a rename of one host may not hold for another.`,
    fix: 'Choose a path on a local disk, or set allowNetwork when no other host writes there.',
  })
}

/** Returns the type of the file system that has the path, or would have it. */
function typeOf(path: string, files: FileSystem): number | undefined {
  const type = files.fileSystemType(path)
  return type !== undefined || dirname(path) === path ? type : typeOf(dirname(path), files)
}
