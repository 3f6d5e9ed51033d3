import type { Policy } from './policy.ts'

/** Returns what the wrapped rule remembers as the memory of the rule around it; nothing when it learns nothing. */
export function innerMemory(inner: Policy): Pick<Policy, 'state' | 'restore'> {
  if (inner.state === undefined) return {}
  return {
    state: () => inner.state?.() ?? null,
    restore: (state) => inner.restore?.(state),
  }
}
