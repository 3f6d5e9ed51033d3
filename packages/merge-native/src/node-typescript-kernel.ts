import type { MergeKernel } from './kernel.ts'
import { nodeSha256 } from './node-sha256.ts'
import { createTypescriptKernel } from './typescript/kernel.ts'

/** The TypeScript kernel, with Node's SHA-256. */
export const typescriptKernel: MergeKernel = createTypescriptKernel(nodeSha256)
