import type { Artifact } from '../model/artifact.ts'
import { LedgerError, shown } from '../model/errors.ts'
import type { ArtifactId } from '../model/ids.ts'
import type { VersionVector } from '../model/version.ts'
import { factsText } from './artifact-facts.ts'
import type { SwapRequest } from './store.ts'

/** What a branch holds. */
export type Artifacts = ReadonlyMap<ArtifactId, Artifact>

export type SwapDecision =
  | { readonly outcome: 'accepted'; readonly written: readonly Artifact[] }
  | { readonly outcome: 'conflict'; readonly head: VersionVector }

/**
 * Decides what a swap writes on top of `head`. Versions are counted on `dev`: on any other branch a swap changes the state
 * under the version that the branch holds, which names the dev version it came from.
 * @throws LedgerError `duplicate-artifact`, `bad-text`, `contract-rejected`
 */
export function decideSwap(head: Artifacts, { branch, writes }: SwapRequest): SwapDecision {
  const ids = new Set(writes.map(({ artifact }) => artifact.id))
  if (ids.size < writes.length) throw duplicateArtifact(writes.map(({ artifact }) => artifact.id))
  if (writes.some(({ artifact, expected }) => (head.get(artifact.id)?.version ?? 0) !== expected))
    return { outcome: 'conflict', head: versionsOf(head) }
  const written = writes.map(({ artifact }) => {
    const before = head.get(artifact.id)
    refuseOtherMajor(artifact, before)
    refuseBrokenText(artifact, before)
    return branch === 'dev' ? artifact : { ...artifact, version: before?.version ?? artifact.version }
  })
  return { outcome: 'accepted', written }
}

/**
 * Decides what registering writes on dev: version 1 of an unknown artifact, a known one under new facts, or nothing.
 * @throws LedgerError `bad-text`
 */
export function decideRegistration(dev: Artifacts, artifact: Artifact): Artifact | undefined {
  const known = dev.get(artifact.id)
  if (known === undefined) {
    refuseBrokenText(artifact, undefined)
    return { ...artifact, version: 1 }
  }
  const next = { ...artifact, version: known.version, state: known.state }
  return factsText(known) === factsText(next) ? undefined : next
}

/** Decides what promoting writes on stable: dev's artifact, or nothing when stable holds it already. */
export function decidePromotion(stable: Artifacts, held: Artifact): Artifact | undefined {
  const before = stable.get(held.id)
  if (before === undefined || before.version !== held.version) return held
  return sameContent(before, held) ? undefined : held
}

/** Returns the version of each artifact. */
export function versionsOf(artifacts: Artifacts): VersionVector {
  return new Map([...artifacts].map(([id, artifact]) => [id, artifact.version]))
}

function sameContent(left: Artifact, right: Artifact): boolean {
  let same = factsText(left) === factsText(right)
  left.state.differences(right.state, () => {
    same = false
  })
  return same
}

function duplicateArtifact(ids: readonly ArtifactId[]): LedgerError {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  return new LedgerError({
    code: 'duplicate-artifact',
    argument: 'writes',
    value: shown(twice),
    message: `One commit lists artifact ${shown(twice)} twice.`,
    fix: 'Join its edits into one write.',
  })
}

function refuseOtherMajor(next: Artifact, head: Artifact | undefined): void {
  if (head === undefined || head.contract.major === next.contract.major) return
  throw new LedgerError({
    code: 'contract-rejected',
    argument: 'artifact.contract.major',
    value: shown(next.contract.major),
    message: `Artifact "${next.id}" has contract major ${head.contract.major}; the commit brings ${next.contract.major}.`,
    fix: 'Register the new major first.',
  })
}

/** A longer key is text that belongs in a value. */
const KEY_LIMIT = 8192

/** Two keys with different lone surrogates are one key in UTF-8: what cannot be read back is not written. */
function refuseBrokenText(next: Artifact, head: Artifact | undefined): void {
  const refuse = (key: string): void => {
    const value = next.state.get(key) ?? ''
    const isBroken = !key.isWellFormed() || !value.isWellFormed()
    if (isBroken || key.length > KEY_LIMIT) throw badText(next, key, isBroken)
  }
  if (head === undefined) for (const key of next.state.keys()) refuse(key)
  else head.state.differences(next.state, refuse)
}

function badText({ id, state }: Artifact, key: string, isBroken: boolean): LedgerError {
  const what = isBroken ? 'a lone surrogate in it or in its value' : `${key.length} characters`
  return new LedgerError({
    code: 'bad-text',
    argument: `artifact.state[${shown(key)}]`,
    value: shown(key.isWellFormed() ? state.get(key) : key),
    message: `Artifact "${id}" has a key with ${what}: ${shown(key)}.`,
    fix: isBroken ? 'Mend it with toWellFormed().' : `Keep keys within ${KEY_LIMIT} characters.`,
  })
}
