import { strategyOf } from '@agentdescent/core'
import type { Artifact, Strategy } from '@agentdescent/core'

/**
 * Returns the artifact as a person reads it: as its strategy renders it, or, where neither the caller nor the ledger names one of
 * ours, the text of its only key, or each key on a line of its own above its text.
 */
export function renderedText(artifact: Artifact, given: Pick<Strategy, 'render'> | undefined): string {
  const strategy = given ?? (artifact.rendering && strategyOf(artifact.rendering))
  if (strategy !== undefined) return strategy.render(artifact.state)
  const keys = [...artifact.state.keys()].toSorted()
  const [only] = keys
  if (only !== undefined && keys.length === 1) return artifact.state.get(only) ?? ''
  return keys.map((key) => `[${JSON.stringify(key)}]\n${artifact.state.get(key)}`).join('\n')
}
