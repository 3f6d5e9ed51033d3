import { KernelError } from './kernel-error.ts'
import type { Granularity, TextMergeOptions } from './kernel.ts'

/** Enough for any text below the size limit that a person wrote; stops what was built to be slow after seconds. */
const DEFAULT_MAX_STEPS = 100_000_000

/** Options with every default filled in. */
export interface ResolvedTextMergeOptions {
  readonly granularity: Granularity
  readonly maxSteps: number
}

/**
 * Returns the options with their defaults.
 *
 * @throws KernelError `bad-option` for a granularity that does not exist and for steps that are no positive integer.
 */
export function resolveTextMergeOptions(options: TextMergeOptions): ResolvedTextMergeOptions {
  const { granularity, maxSteps = DEFAULT_MAX_STEPS } = options
  if (granularity !== 'line' && granularity !== 'prose')
    throw new KernelError(
      'bad-option',
      `granularity "${String(granularity)}" does not exist; use "line" or "prose".`,
    )
  checkMaxSteps(maxSteps)
  return { granularity, maxSteps }
}

/** Checks how many steps a merge may take. @throws KernelError `bad-option` */
export function checkMaxSteps(maxSteps: number): void {
  if (Number.isSafeInteger(maxSteps) && maxSteps >= 1) return
  throw new KernelError(
    'bad-option',
    `maxSteps ${maxSteps} must be an integer from 1 to ${Number.MAX_SAFE_INTEGER}.`,
  )
}
