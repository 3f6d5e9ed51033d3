import { canonicalJson } from '../runtime/canonical-json.ts'
import type { Json } from '../runtime/json.ts'
import type { Policies } from './policies.ts'
import type { Policy } from './policy.ts'

/** Returns the name and the settings of a rule: two rules that decide alike have the same description. */
export function descriptionOf({ name, settings }: Policy): Json {
  return settings === undefined ? { name } : { name, settings }
}

/**
 * Returns the rules of a bundle as one line of canonical JSON, slot → name and settings. Runs with equal lines decide
 * by the same rules.
 */
export function policiesFingerprint(policies: Policies): string {
  return canonicalJson(
    Object.fromEntries(Object.entries(policies).map(([slot, policy]) => [slot, descriptionOf(policy)])),
  )
}
