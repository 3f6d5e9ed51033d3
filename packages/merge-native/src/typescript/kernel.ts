import { createKernel } from '../create-kernel.ts'
import type { MergeKernel } from '../kernel.ts'
import { mergeMany, mergeText } from './merge-text.ts'
import { stableHash } from './stable-hash.ts'

/** The kernel that runs wherever JavaScript does. */
export const typescriptKernel: MergeKernel = createKernel({
  name: 'typescript',
  mergeText,
  mergeMany,
  stableHash,
})
