import { checkedSetting } from '../checked-setting.ts'
import { innerMemory } from '../inner-memory.ts'
import { descriptionOf } from '../policies-fingerprint.ts'
import type { AcceptancePolicy } from './acceptance.ts'

export interface StableDistanceGateOptions {
  /** Gain in the held-out rate that a candidate owes when every key differs from `stable`; default 0.1. */
  readonly strength?: number
}

/**
 * Returns the acceptance rule that asks more of a candidate the further it is from `stable`: what `inner` accepts also
 * needs a gain of strength · distance. It changes no figure and never turns a refusal into an acceptance.
 * @throws OptionError `bad-setting` for a negative strength.
 */
export function stableDistanceGate(
  inner: AcceptancePolicy,
  { strength = 0.1 }: StableDistanceGateOptions = {},
): AcceptancePolicy {
  checkedSetting({ argument: 'stableDistanceGate.strength', value: strength, least: 0 })
  return {
    name: 'stable-distance-gate',
    settings: { strength, inner: descriptionOf(inner) },
    judge: (context) => {
      const verdict = inner.judge(context)
      const owed = strength * context.stableDistance
      if (!verdict.accepted || context.stableDistance <= 0 || verdict.gain >= owed) return verdict
      const detail = `The gain of ${verdict.gain.toFixed(4)} is below the ${owed.toFixed(4)} owed at this distance.`
      return { ...verdict, accepted: false, reason: 'below-threshold', detail }
    },
    ...innerMemory(inner),
  }
}
