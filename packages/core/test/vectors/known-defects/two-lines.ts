import { applyEdits } from '../../../src/model/artifact.ts'
import { exactlySame } from '../../../src/model/diff.ts'
import { project } from '../../../src/policies/conflict/project.ts'
import { ladder } from '../../../src/policies/fusion/ladder.ts'
import { textMerger } from '../../../src/runtime/text-merger.ts'
import { artifactOf, cardOf } from '../../../src/testing/evidence-fixtures.ts'

interface Input {
  readonly base_text: string
  readonly proposals: readonly string[]
}

/** "two edits of different lines of one key are a contradiction" */
export async function replay({ base_text: text, proposals }: Input): Promise<{ text: string | undefined }> {
  const base = artifactOf([['doc', text]])
  const shared = { base, same: exactlySame, texts: textMerger({ isProse: () => true }) }
  const cards = proposals.map((proposal, index) => cardOf(`d${index}`, [['doc', proposal]]))
  const { kept } = await project().resolve(cards, { ...shared, estimate: () => Promise.resolve(0) })
  const { edits } = await ladder().fuse(kept, {
    ...shared,
    refuse: () => undefined,
    estimate: () => Promise.resolve(0),
  })
  return { text: applyEdits(base.state, edits).get('doc') }
}
