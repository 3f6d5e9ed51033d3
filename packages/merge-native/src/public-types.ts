export type { KernelErrorCode } from './kernel-error.ts'
export type { KernelInfo } from './kernel-info.ts'
export type {
  BaseValues,
  BucketMerge,
  BucketOptions,
  Canonical,
  ConflictRegion,
  ContestedKey,
  Granularity,
  KernelName,
  KeyedEdits,
  KeyMerge,
  MergeKernel,
  Region,
  StringMerge,
  StringRegion,
  StringSides,
  TextMerge,
  TextMergeOptions,
  TextSides,
  Variant,
} from './kernel.ts'
export type { MergeOffload } from './merge-offload.ts'
export type { PackedDiff } from './packed-diff.ts'
export type { Hunk as LineHunk } from './typescript/align.ts'
