import { resolve } from 'node:path'
import { nodeFileSystem } from './stores/git-store/file-system.ts'

/**
 * Says whether a process has a run of the ledger, by the lock that it holds for as long as it lives. Returns undefined where no
 * run was ever taken, or the system does not tell.
 */
export function isRunTaken(ledger: string): boolean | undefined {
  const folder = `${resolve(ledger)}/agentdescent/runs`
  try {
    const locks = (nodeFileSystem.list(folder) ?? [])
      .map((name) => `${folder}/${name}/run.lock`)
      .filter((path) => nodeFileSystem.facts(path) !== undefined)
    return locks.length === 0 ? undefined : locks.some(isHeld)
  } catch {
    return undefined
  }
}

function isHeld(path: string): boolean {
  const lock = nodeFileSystem.tryLock(path)
  if (lock === undefined) return true
  nodeFileSystem.close(lock)
  return false
}
