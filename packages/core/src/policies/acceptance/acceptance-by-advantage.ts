import type { MeasuredCandidate } from '../../model/candidate.ts'
import { overlaps } from '../../model/diff.ts'
import type { Tally } from '../../model/measurement.ts'
import { checkedSetting } from '../checked-setting.ts'
import { innerMemory } from '../inner-memory.ts'
import { descriptionOf } from '../policies-fingerprint.ts'
import type { AcceptancePolicy } from './acceptance.ts'

export interface AcceptanceByAdvantageOptions {
  /** Pseudo-counts for one standard deviation of mean advantage; default 1. */
  readonly strength?: number
}

/**
 * Returns the acceptance rule that lets `inner` hear the group advantages too: the mean over the cards that share a
 * key with the diff counts for the candidate alone, as successes above the group's mean and as failures below it.
 * @throws OptionError `bad-setting` for a negative strength.
 */
export function acceptanceByAdvantage(
  inner: AcceptancePolicy,
  { strength = 1 }: AcceptanceByAdvantageOptions = {},
): AcceptancePolicy {
  checkedSetting({ argument: 'acceptanceByAdvantage.strength', value: strength, least: 0 })
  return {
    name: 'acceptance-by-advantage',
    settings: { strength, inner: descriptionOf(inner) },
    judge: (context) => {
      const advantage = meanAdvantage(context.candidate)
      if (advantage === undefined) return inner.judge(context)
      return inner.judge({ ...context, favour: withAdvantage(context.favour, advantage * strength) })
    },
    ...innerMemory(inner),
  }
}

function meanAdvantage({ cards, diff }: MeasuredCandidate): number | undefined {
  const known = cards.flatMap((card) => (overlaps(card.diff, diff) ? (card.advantage ?? []) : []))
  if (known.length === 0) return undefined
  return known.reduce((sum, advantage) => sum + advantage, 0) / known.length
}

function withAdvantage(favour: Tally | undefined, weight: number): Tally {
  const { successes, failures } = favour ?? { successes: 0, failures: 0 }
  return { successes: successes + Math.max(0, weight), failures: failures + Math.max(0, -weight) }
}
