import type { MeasuredCandidate, Verdict } from '../../model/candidate.ts'
import { overlaps, sameEdits } from '../../model/diff.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import { rateOf, type Tally } from '../../model/measurement.ts'
import { acceptanceThreshold, defaultAnnealing } from '../../statistics/annealing.ts'
import { probabilityOfImprovement } from '../../statistics/improvement.ts'
import { observeDelta } from '../../statistics/posterior.ts'
import { checkedSetting } from '../checked-setting.ts'
import type { AcceptanceContext, AcceptancePolicy } from './acceptance.ts'

export interface BetaPosteriorOptions {
  /** Accepted risk of a wrong commit at version 0, in [0, 1]; default 0.5. */
  readonly baseDelta?: number
  /** Versions after which the risk has halved; default 64. */
  readonly annealHalfLife?: number
}

/** At this probability the two sides are tied, and a tie is never accepted, whatever the risk. */
const TIE = 0.5

/**
 * Returns the rule that accepts when the candidate's rate is higher than the base's with a probability strictly above
 * the annealed threshold, and its held-out rate is not lower. Each side's posterior is prior plus held-out tally; the
 * candidate's also learns the measured delta of each card that shares a key with the diff.
 * @throws OptionError `bad-setting` for a risk outside [0, 1] or a negative half-life.
 */
export function betaPosterior(options: BetaPosteriorOptions = {}): AcceptancePolicy {
  const baseDelta = options.baseDelta ?? defaultAnnealing.baseDelta
  const halfLife = options.annealHalfLife ?? defaultAnnealing.halfLife
  checkedSetting({ argument: 'betaPosterior.baseDelta', value: baseDelta, least: 0, most: 1 })
  checkedSetting({ argument: 'betaPosterior.annealHalfLife', value: halfLife, least: 0 })
  return {
    name: 'beta-posterior',
    settings: { baseDelta, annealHalfLife: halfLife },
    judge: (context) => {
      const threshold = Math.max(TIE, acceptanceThreshold(context.version, { baseDelta, halfLife }))
      return verdictOf(context, threshold)
    },
  }
}

function verdictOf(context: AcceptanceContext, threshold: number): Verdict {
  const { base, next, prior, candidate } = context
  const measured = [prior, next, context.favour ?? NOTHING].reduce(sumOf)
  const candidateSide = localDeltas(candidate).reduce(observeDelta, measured)
  const probability = probabilityOfImprovement(candidateSide, sumOf(prior, base))
  const gain = rateOf(next) - rateOf(base)
  const figures = { probability, threshold, gain }
  if (gain < 0) return { ...figures, accepted: false, reason: 'regression', detail: regressionOf(base, next) }
  if (probability > threshold) return { ...figures, accepted: true }
  const detail = `The probability of improvement, ${probability.toFixed(4)}, is not above ${threshold.toFixed(4)}.`
  return { ...figures, accepted: false, reason: 'below-threshold', detail }
}

const NOTHING: Tally = { successes: 0, failures: 0 }

function sumOf(left: Tally, right: Tally): Tally {
  return { successes: left.successes + right.successes, failures: left.failures + right.failures }
}

/** Returns the measured deltas that speak for the diff; the same edits verified on the same tasks count once. */
function localDeltas({ cards, diff }: MeasuredCandidate): readonly number[] {
  const heard: EvidenceCard[] = []
  for (const card of cards)
    if (overlaps(card.diff, diff) && !heard.some((other) => isSameEvidence(card, other))) heard.push(card)
  return heard.flatMap(({ delta }) => delta ?? [])
}

function isSameEvidence(card: EvidenceCard, other: EvidenceCard): boolean {
  const seen = new Set(other.tasks.map(({ id }) => id))
  return (
    sameEdits(card.diff.edits, other.diff.edits) &&
    card.tasks.length === other.tasks.length &&
    card.tasks.every(({ id }) => seen.has(id))
  )
}

function regressionOf(base: Tally, next: Tally): string {
  return `The held-out rate falls from ${rateOf(base).toFixed(4)} to ${rateOf(next).toFixed(4)}.`
}
