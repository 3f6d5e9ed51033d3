import { createKernel } from './create-kernel.ts'
import { failed } from './kernel-error.ts'
import type { MergeKernel } from './kernel.ts'
import { mergeOf } from './native-merge.ts'
import type { NativeBinding } from './native-merge.ts'
import { decodeFast, lentBytesOf } from './native-strings.ts'
import { stringMergeOf } from './string-merge.ts'

/** Returns the kernel that calls a fitting addon. */
export function nativeKernel(binding: NativeBinding): MergeKernel {
  return createKernel({
    name: 'native',
    mergeText: ({ base, ours, theirs }, { granularity, maxSteps }) =>
      mergeOf(attempt(() => binding.mergeText(base, ours, theirs, granularity === 'prose', maxSteps))),
    mergeMany: (base, sides, { granularity, maxSteps }) =>
      mergeOf(attempt(() => binding.mergeMany(base, [...sides], granularity === 'prose', maxSteps))),
    mergeStrings: (sides, { granularity, maxSteps }) => {
      const { base, ours, theirs } = lentBytesOf(sides)
      const merge = attempt(() => binding.mergeText(base, ours, theirs, granularity === 'prose', maxSteps))
      return stringMergeOf(mergeOf(merge), decodeFast)
    },
    groupByFingerprint: (fingerprints, groups) =>
      attempt(() => binding.groupByFingerprint(fingerprints, groups)),
    stableHash: (bytes) => attempt(() => binding.stableHash(bytes)),
    digest: (parts) => attempt(() => binding.digest([...parts])),
  })
}

/** Runs a call of the addon, which reports a caught panic as an error. */
function attempt<T>(call: () => T): T {
  try {
    return call()
  } catch (cause) {
    throw failed('native', cause)
  }
}
