import { createKernel } from './create-kernel.ts'
import type { KernelParts } from './create-kernel.ts'
import { failed } from './kernel-error.ts'
import type { MergeKernel } from './kernel.ts'
import type { MergeOffload } from './merge-offload.ts'
import { mergeOf, stringMergeFrom } from './native-merge.ts'
import type { NativeBinding } from './native-merge.ts'
import { nativeOffload } from './native-offload.ts'

/** Counts the changes of the addon's exports and of their meaning; `interfaceVersion()` of a fitting addon equals it. */
const INTERFACE_VERSION = 7

export type ParsedBinding =
  | { readonly outcome: 'fits'; readonly kernel: MergeKernel; readonly offload: MergeOffload }
  | { readonly outcome: 'unfit'; readonly reason: string }

/** Turns what an addon exports into a kernel, or says which export or version does not fit. */
export function parseBinding(exports: unknown): ParsedBinding {
  if (!isBinding(exports)) return unfit(`it exports no function "${missingExport(exports)}"`)
  const version = exports.interfaceVersion()
  if (version !== INTERFACE_VERSION)
    return unfit(`its interface version is ${version}, this package needs ${INTERFACE_VERSION}`)
  return { outcome: 'fits', kernel: createKernel(partsOf(exports)), offload: nativeOffload(exports) }
}

const EXPORTS = [
  'interfaceVersion',
  'mergeText',
  'mergeMany',
  'mergeStrings',
  'mergeTextOffThread',
  'mergeManyOffThread',
  'groupByFingerprint',
  'stableHash',
  'digest',
] as const satisfies readonly (keyof NativeBinding)[]

function isBinding(exports: unknown): exports is NativeBinding {
  return missingExport(exports) === undefined
}

function missingExport(exports: unknown): string | undefined {
  return EXPORTS.find((name) => !hasFunction(exports, name))
}

function hasFunction(exports: unknown, name: string): boolean {
  if (typeof exports !== 'object' || exports === null) return false
  return typeof Object.getOwnPropertyDescriptor(exports, name)?.value === 'function'
}

function unfit(reason: string): ParsedBinding {
  return { outcome: 'unfit', reason }
}

function partsOf(binding: NativeBinding): KernelParts {
  return {
    name: 'native',
    mergeText: ({ base, ours, theirs }, { granularity, maxSteps }) =>
      mergeOf(attempt(() => binding.mergeText(base, ours, theirs, granularity === 'prose', maxSteps))),
    mergeMany: (base, sides, { granularity, maxSteps }) =>
      mergeOf(attempt(() => binding.mergeMany(base, [...sides], granularity === 'prose', maxSteps))),
    mergeStrings: ({ base, ours, theirs }, { granularity, maxSteps }) =>
      stringMergeFrom(
        attempt(() => binding.mergeStrings(base, ours, theirs, granularity === 'prose', maxSteps)),
      ),
    groupByFingerprint: (fingerprints, groups) =>
      attempt(() => binding.groupByFingerprint(fingerprints, groups)),
    stableHash: (bytes) => attempt(() => binding.stableHash(bytes)),
    digest: (parts) => attempt(() => binding.digest([...parts])),
  }
}

/** Runs a call of the addon, which reports a caught panic as an error. */
function attempt<T>(call: () => T): T {
  try {
    return call()
  } catch (cause) {
    throw failed('native', cause)
  }
}
