import type { KernelName } from './kernel.ts'

/** Which kernel serves, and why it is not the native one. */
export interface KernelInfo {
  readonly name: KernelName
  /** Why the native kernel is not used; absent when it is. */
  readonly reason?: string
}
