import type { Learnt } from '../ledger/step-record.ts'
import { canonicalJson } from '../runtime/canonical-json.ts'
import type { Json } from '../runtime/json.ts'
import type { MergeContext } from './context.ts'

/** Something that learns while a run goes on: rules, trust in the sampled score, the trust region. */
interface Learning {
  readonly name?: string
  readonly settings?: Json
  state?(): Json
  restore?(state: Json): void
}

type Parts = Pick<MergeContext, 'audit' | 'policies' | 'trustRegion'>

/** Returns what every part of the merge knows by now; parts that learn nothing are left out. */
export function learntBy(parts: Parts): readonly Learnt[] {
  return learningParts(parts).flatMap(([part, learning]) => {
    const state = learning.state?.()
    return state === undefined ? [] : [{ ...nameOf(part, learning), state }]
  })
}

/**
 * Hands each part what one of the same name and settings had learnt; returns, one sentence each, what could not be taken on.
 */
export function relearn(parts: Parts, learnt: readonly Learnt[]): readonly string[] {
  return learningParts(parts).flatMap(([part, learning]) => {
    const own = canonicalJson({ ...nameOf(part, learning) })
    const past = learnt.find(({ state: _state, ...named }) => canonicalJson({ ...named }) === own)
    if (past === undefined || learning.restore === undefined) return []
    try {
      learning.restore(past.state)
      return []
    } catch {
      return [`What ${part} had learnt in earlier runs cannot be read; it begins anew.`]
    }
  })
}

function learningParts({ audit, policies, trustRegion }: Parts): readonly (readonly [string, Learning])[] {
  const rules = Object.entries(policies).map(([slot, rule]) => [`policies.${slot}`, rule] as const)
  return [...rules, ['audit', audit], ['merge.trustRegion', trustRegion]]
}

function nameOf(part: string, { name = part, settings }: Learning): Omit<Learnt, 'state'> {
  return settings === undefined ? { part, name } : { part, name, settings }
}
