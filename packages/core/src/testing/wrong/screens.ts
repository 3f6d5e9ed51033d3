import type { ScreenPolicy } from '../../policies/screen/screen.ts'

/** Refuses every second card, whatever it holds. */
export function countingScreen(): ScreenPolicy {
  let seen = 0
  return { name: 'counting', screen: () => (seen++ % 2 === 0 ? undefined : 'Every second card is refused.') }
}

/** Refuses without a reason. */
export function silentScreen(): ScreenPolicy {
  return { name: 'silent', screen: () => '' }
}
