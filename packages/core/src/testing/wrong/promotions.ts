import type { PromotionPolicy } from '../../policies/promotion/promotion.ts'
import { survival } from '../../policies/promotion/survival.ts'

/** Hears of no commit, so a new head inherits the rounds of the one before. */
export function deafPromotion(): PromotionPolicy {
  const inner = survival()
  return { ...inner, name: 'deaf', observe: (_, known) => inner.observe([], known) }
}

/** Keeps one clock for all artifacts: any commit starts it again. */
export function sharedClockPromotion(): PromotionPolicy {
  let quiet = 0
  return {
    name: 'shared-clock',
    observe: (reports, known) => {
      quiet = reports.some(({ outcome }) => outcome === 'committed' || outcome === 'oracle-rejected')
        ? 0
        : quiet + 1
      if (quiet < 3) return []
      quiet = 0
      return known
    },
  }
}
