import type { CommitMessage } from '../../ledger/commit-message.ts'
import type { LedgerStore, SwapResult } from '../../ledger/store.ts'
import type { Artifact } from '../../model/artifact.ts'
import { stateOf } from '../../model/artifact.ts'
import type { ArtifactId } from '../../model/ids.ts'
import { artifactId } from '../../model/ids.ts'

/** One claim about a store that the suite opened and will close. */
export type StoreClaim = readonly [name: string, run: (store: LedgerStore) => Promise<void>]

export const prompt: ArtifactId = artifactId('prompt')
export const rules: ArtifactId = artifactId('rules')

export function artifact(id: ArtifactId, entries: Readonly<Record<string, string>>, version = 1): Artifact {
  return { id, version, state: stateOf(Object.entries(entries)), contract: { major: 1 }, blastRadius: 1 }
}

export function message(subject: string): CommitMessage {
  return { subject, trailers: [] }
}

export function swap(store: LedgerStore, ...artifacts: readonly Artifact[]): Promise<SwapResult> {
  return swapOn(store, 'dev', ...artifacts)
}

export function swapOn(
  store: LedgerStore,
  branch: string,
  ...artifacts: readonly Artifact[]
): Promise<SwapResult> {
  const writes = artifacts.map((next) => ({ artifact: next, expected: next.version - 1 }))
  return store.compareAndSwap({
    branch,
    writes,
    message: message(`write ${artifacts.map(({ id }) => id).join(' ')}`),
  })
}

export async function contents(store: LedgerStore, branch: string): Promise<unknown> {
  const { artifacts } = await store.read(branch)
  return new Map([...artifacts].map(([id, { version, state }]) => [id, [version, state]]))
}

export async function subjects(store: LedgerStore, branch: string): Promise<readonly string[]> {
  return (await store.log(branch, 100)).map(({ message }) => message.subject)
}
