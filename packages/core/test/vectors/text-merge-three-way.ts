import { mergeKernel } from '../../src/runtime/merge-kernel.ts'

export function replay(input: { readonly base: string; readonly ours: string; readonly theirs: string }): {
  readonly clean: boolean
  readonly merged: string | null
} {
  const [base, ours, theirs] = [Buffer.from(input.base), Buffer.from(input.ours), Buffer.from(input.theirs)]
  const merge = mergeKernel.mergeText({ base, ours, theirs }, { granularity: 'line' })
  const merged = merge.outcome === 'clean' ? Buffer.from(merge.text).toString() : null
  return { clean: merged !== null, merged }
}
