import process from 'node:process'
import { decideKernel } from './decide-kernel.ts'
import type { KernelInfo } from './kernel-info.ts'
import { loadBinding } from './load-binding.ts'

export type { KernelInfo } from './kernel-info.ts'
export type { KernelName } from './kernel.ts'

/** Says which kernel this process uses, and why, without loading either. @throws KernelError as the package itself does */
export function kernelInfo(): KernelInfo {
  return decideKernel(process.env['AGENTDESCENT_KERNEL'], () => loadBinding()).info
}
