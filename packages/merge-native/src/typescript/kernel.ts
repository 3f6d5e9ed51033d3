import type { MergeKernel } from '../kernel.ts'
import { stableHash } from './stable-hash.ts'

/** The kernel that runs wherever JavaScript does. */
export const typescriptKernel: MergeKernel = { name: 'typescript', stableHash }
