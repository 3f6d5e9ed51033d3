import { OptionError, shown } from './errors.ts'

declare const brand: unique symbol
type Brand<Name extends string> = string & { readonly [brand]: Name }

/** Names an artifact; also a path segment of the ledger, hence the narrow alphabet. */
export type ArtifactId = Brand<'ArtifactId'>
/** Names one proposed change. */
export type DiffId = Brand<'DiffId'>
/** Names one worker of a run: `w0`, `w1`, … */
export type WorkerId = Brand<'WorkerId'>
/** Names one rollout for ever: the same work in a resumed run has the same lease. */
export type LeaseId = Brand<'LeaseId'>
/** Names one run. */
export type RunId = Brand<'RunId'>
/** Names a candidate by what it holds: the digest of its state. */
export type StateDigest = Brand<'StateDigest'>

/** Author of a diff that the merge itself built. */
export const aggregatorId: WorkerId = 'aggregator' as WorkerId

/**
 * Parses an artifact id.
 * @throws OptionError `bad-artifact-id` unless it matches `[A-Za-z0-9_.-]+`, at most 100 characters, and is no path step.
 */
export function artifactId(raw: string): ArtifactId {
  if (!/^[\w.-]{1,100}$/.test(raw) || /^\.+$/.test(raw) || raw.endsWith('.lock'))
    throw new OptionError({
      code: 'bad-artifact-id',
      argument: 'artifact.id',
      value: shown(raw),
      message: `Artifact id ${shown(raw)} must match [A-Za-z0-9_.-]+ (1 to 100 characters, not only dots, not ending in ".lock").`,
      fix: 'Choose a name like "system-prompt".',
    })
  return raw as ArtifactId
}

export const diffId = (raw: string): DiffId => raw as DiffId
export const leaseId = (raw: string): LeaseId => raw as LeaseId
export const runId = (raw: string): RunId => raw as RunId
export const stateDigest = (hex: string): StateDigest => hex as StateDigest
/** Returns the id of an author as a record names it. */
export const authorId = (raw: string): WorkerId => raw as WorkerId
/** Returns the id of the worker with this index, counted from 0. */
export const workerId = (index: number): WorkerId => `w${index}` as WorkerId
