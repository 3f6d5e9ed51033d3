import { rateOf } from '../../model/measurement.ts'
import type { AcceptancePolicy } from '../../policies/acceptance/acceptance.ts'
import { betaPosterior } from '../../policies/acceptance/beta-posterior.ts'

/** Takes “not worse” for better. */
export function tieAcceptance(): AcceptancePolicy {
  return {
    name: 'tie',
    judge: (context) => {
      const gain = rateOf(context.next) - rateOf(context.base)
      const figures = { probability: 0.5, threshold: 0.5, gain }
      if (gain >= 0) return { ...figures, accepted: true }
      return { ...figures, accepted: false, reason: 'regression', detail: 'It is worse.' }
    },
  }
}

/** Lets the cards outvote the held-out tasks. */
export function localAcceptance(): AcceptancePolicy {
  return {
    name: 'local',
    judge: (context) => {
      const { probability, threshold, gain } = betaPosterior().judge(context)
      if (probability > threshold) return { probability, threshold, gain, accepted: true }
      return { probability, threshold, gain, accepted: false, reason: 'below-threshold', detail: 'Too low.' }
    },
  }
}
