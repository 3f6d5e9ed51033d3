import { differenceOf, lineDiff, stateOf } from '@agentdescent/core'
import type { Artifact, DiffLine, Strategy } from '@agentdescent/core'
import { renderedText } from './rendered-text.ts'

/** What differs between two versions of an artifact. */
export interface ArtifactComparison {
  readonly artifact: string
  /** 0 where the artifact is not there. */
  readonly from: number
  readonly to: number
  /** Keys whose text differs, in order, as the artifact spells them. */
  readonly keys: readonly string[]
  /** Of the rendered artifact. */
  readonly lines: readonly DiffLine[]
}

/** Compares two versions of one artifact, either of which may be absent. */
export function comparisonOf(
  before: Artifact | undefined,
  after: Artifact | undefined,
  strategy?: Pick<Strategy, 'render'>,
): ArtifactComparison {
  const [old, next] = [before, after].map((each) => (each === undefined ? '' : renderedText(each, strategy)))
  const states = [before, after].map((each) => each?.state ?? stateOf([]))
  return {
    artifact: after?.id ?? before?.id ?? '',
    from: before?.version ?? 0,
    to: after?.version ?? 0,
    keys: [...differenceOf(states[0] ?? stateOf([]), states[1] ?? stateOf([])).keys()],
    lines: old === next ? [] : lineDiff(old ?? '', next ?? ''),
  }
}
