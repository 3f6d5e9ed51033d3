import { createKernel } from './create-kernel.ts'
import type { KernelParts } from './create-kernel.ts'
import { KernelError } from './kernel-error.ts'
import type { MergeKernel, Region, TextMerge } from './kernel.ts'

/** Counts the changes of the addon's exports and of their meaning; `interfaceVersion()` of a fitting addon equals it. */
const INTERFACE_VERSION = 4

/** What the addon must export; a type test holds it against the generated declarations. */
export interface NativeBinding {
  interfaceVersion(): number
  mergeText: NativeMergeText
  mergeMany(base: Uint8Array, sides: Uint8Array[], isProse: boolean, maxSteps: number): NativeTextMerge
  groupByFingerprint(fingerprints: Int32Array): Int32Array
  stableHash(bytes: Uint8Array): bigint
  digest(parts: Uint8Array[]): Uint8Array
}

type NativeMergeText = (
  ...args: [base: Uint8Array, ours: Uint8Array, theirs: Uint8Array, isProse: boolean, maxSteps: number]
) => NativeTextMerge

/** The text of a clean merge, a conflict, or the steps of a merge that gave up. */
type NativeTextMerge = Uint8Array | NativeConflict | number

/** The regions of a conflict: their texts one after the other, and per region how many sides and which lengths. */
interface NativeConflict {
  bytes: Uint8Array
  layout: number[]
}

export type ParsedBinding =
  | { readonly outcome: 'fits'; readonly kernel: MergeKernel }
  | { readonly outcome: 'unfit'; readonly reason: string }

/** Turns what an addon exports into a kernel, or says which export or version does not fit. */
export function parseBinding(exports: unknown): ParsedBinding {
  if (!isBinding(exports)) return unfit(`it exports no function "${missingExport(exports)}"`)
  const version = exports.interfaceVersion()
  if (version !== INTERFACE_VERSION)
    return unfit(`its interface version is ${version}, this package needs ${INTERFACE_VERSION}`)
  return { outcome: 'fits', kernel: createKernel(partsOf(exports)) }
}

const EXPORTS = [
  'interfaceVersion',
  'mergeText',
  'mergeMany',
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
    groupByFingerprint: (fingerprints) => attempt(() => binding.groupByFingerprint(fingerprints)),
    stableHash: (bytes) => attempt(() => binding.stableHash(bytes)),
    digest: (parts) => attempt(() => binding.digest([...parts])),
  }
}

/** Runs a call of the addon, which reports a caught panic as an error. */
function attempt<T>(call: () => T): T {
  try {
    return call()
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new KernelError('kernel-failed', `The native kernel failed: ${message}`, { cause })
  }
}

function mergeOf(merge: NativeTextMerge): TextMerge {
  if (typeof merge === 'number') return { outcome: 'too-large', steps: merge }
  if (merge instanceof Uint8Array) return { outcome: 'clean', text: merge }
  return { outcome: 'conflict', regions: regionsOf(merge) }
}

function regionsOf({ bytes, layout }: NativeConflict): Region[] {
  const regions: Region[] = []
  let place = 0
  let from = 0
  const next = (): Uint8Array => {
    const to = from + (layout[place] ?? 0)
    const text = bytes.subarray(from, to)
    place += 1
    from = to
    return text
  }
  while (place < layout.length) {
    const sides = layout[place] ?? 0
    place += 1
    const text = next()
    if (sides === 0) regions.push({ kind: 'merged', text })
    else regions.push({ kind: 'conflict', base: text, sides: Array.from({ length: sides }, next) })
  }
  return regions
}
