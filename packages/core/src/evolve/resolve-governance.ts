import {
  adaptiveDefaults,
  adaptiveTrustRegion,
  type AdaptiveSettings,
  type AdaptiveTrustRegionOptions,
} from '../governance/adaptive-trust-region.ts'
import { DEFAULT_LIMITS, fixedTrustRegion, type TrustRegionLimits } from '../governance/fixed-trust-region.ts'
import type { PermissionOptions } from '../governance/permissions.ts'
import type { TrustRegion } from '../governance/trust-region.ts'
import { countOf, numberWithin, refuse, refuseUnknown } from './checks.ts'
import type { ArtifactOptions, EvaluationOptions, TrustRegionOptions } from './options.ts'

/** Returns the patterns of both lists. @throws OptionError `bad-pattern` for anything but texts that are not empty. */
export function resolvePermissions({
  editable = ['**'],
  frozen = [],
}: Pick<ArtifactOptions, 'editable' | 'frozen'>): Required<PermissionOptions> {
  refuseBadPatterns('artifact.editable', editable)
  refuseBadPatterns('artifact.frozen', frozen)
  return { editable, frozen }
}

function refuseBadPatterns(argument: string, patterns: readonly string[]): void {
  if (!Array.isArray(patterns))
    refuse({ code: 'bad-pattern', argument, value: patterns, must: 'a list of patterns' })
  for (const [index, pattern] of patterns.entries())
    if (typeof pattern !== 'string' || pattern === '')
      refuse({
        code: 'bad-pattern',
        argument: `${argument}[${index}]`,
        value: pattern,
        must: 'a pattern such as "tests/**"',
      })
}

/** @throws OptionError `missing-function`, or `unhonoured-option` for a budget without an oracle. */
export function resolveOracle({
  oracle,
  oracleCalls,
}: EvaluationOptions): Pick<EvaluationOptions, 'oracle'> & { readonly oracleCalls: number } {
  const calls = countOf('evaluation.oracleCalls', oracleCalls, 0)
  if (oracle === undefined) {
    if (calls === undefined) return { oracleCalls: 0 }
    refuse({
      code: 'unhonoured-option',
      argument: 'evaluation.oracleCalls',
      value: calls,
      must: 'left out where no evaluation.oracle is given',
      fix: 'Give the oracle that may be called so often.',
    })
  }
  if (typeof oracle !== 'function')
    refuse({
      code: 'missing-function',
      argument: 'evaluation.oracle',
      value: oracle,
      must: 'a function (rendered) => number in [0, 1]',
    })
  return { oracle, oracleCalls: calls ?? 200 }
}

/** The limits that a run starts with, and how they move. */
export type TrustRegionSettings = TrustRegionLimits & {
  readonly adaptive: false | Omit<AdaptiveSettings, 'initial'>
}

/** @throws OptionError for a limit or factor out of range, and for a minimum above its maximum. */
export function resolveTrustRegion(given: TrustRegionOptions = {}): TrustRegionSettings {
  const limits = resolveLimits('merge.trustRegion', given, DEFAULT_LIMITS)
  const { adaptive = false } = given
  if (adaptive === false) return { ...limits, adaptive }
  return { ...limits, adaptive: resolveAdaptive(adaptive === true ? {} : adaptive) }
}

/** Returns the region that the settings describe. */
export function trustRegionOf({ adaptive, ...initial }: TrustRegionSettings): TrustRegion {
  return adaptive === false ? fixedTrustRegion(initial) : adaptiveTrustRegion({ ...adaptive, initial })
}

function resolveAdaptive(
  given: Omit<AdaptiveTrustRegionOptions, 'initial'>,
): Omit<AdaptiveSettings, 'initial'> {
  const path = 'merge.trustRegion.adaptive'
  const { initial: _start, ...defaults } = adaptiveDefaults
  refuseUnknown(given, path)
  const above = { min: 1, aboveMin: true }
  const within = { min: 0, max: 1, aboveMin: true }
  const minimum = resolveLimits(`${path}.minimum`, given.minimum, defaults.minimum)
  const maximum = resolveLimits(`${path}.maximum`, given.maximum, defaults.maximum)
  refuseCrossed(`${path}.minimum`, minimum, maximum)
  return {
    minimum,
    maximum,
    window: countOf(`${path}.window`, given.window) ?? defaults.window,
    widen: numberWithin(`${path}.widen`, given.widen, above) ?? defaults.widen,
    tighten:
      numberWithin(`${path}.tighten`, given.tighten, { ...within, belowMax: true }) ?? defaults.tighten,
    widenAt: numberWithin(`${path}.widenAt`, given.widenAt, within) ?? defaults.widenAt,
  }
}

function refuseCrossed(path: string, minimum: TrustRegionLimits, maximum: TrustRegionLimits): void {
  for (const limit of ['maxEdits', 'maxCharacters'] as const)
    if (minimum[limit] > maximum[limit])
      refuse({
        code: 'out-of-range',
        argument: `${path}.${limit}`,
        value: minimum[limit],
        must: `at most the maximum, ${maximum[limit]}`,
      })
}

function resolveLimits(
  path: string,
  given: Partial<TrustRegionLimits> = {},
  defaults: TrustRegionLimits,
): TrustRegionLimits {
  refuseUnknown(given, path)
  return {
    maxEdits: countOf(`${path}.maxEdits`, given.maxEdits) ?? defaults.maxEdits,
    maxCharacters: countOf(`${path}.maxCharacters`, given.maxCharacters) ?? defaults.maxCharacters,
  }
}
