import { artifactId, factsText } from '@agentdescent/core'
import type { Artifact, ArtifactId } from '@agentdescent/core'
import { blobObject } from './git-objects.ts'
import type { GitObject } from './git-objects.ts'
import type { FileEdit } from './state-tree.ts'

/** What a file below `artifacts/` says: a key's value, or the facts of an artifact. */
export type ArtifactFile =
  | { readonly kind: 'value'; readonly id: ArtifactId; readonly key: string }
  | { readonly kind: 'facts'; readonly id: ArtifactId }

const FACTS = '@artifact.json'

/** Returns the file edits that turn what a branch holds of an artifact into `next`; each new blob goes to `keep`. */
export function fileEditsOf(
  before: Artifact | undefined,
  next: Artifact,
  keep: (blob: GitObject) => void,
): readonly FileEdit[] {
  const kept = (text: string): string => {
    const blob = blobObject(text)
    keep(blob)
    return blob.oid
  }
  const edits: FileEdit[] = [{ key: `${next.id}${FACTS}`, oid: kept(`${factsText(next)}\n`) }]
  const edit = (key: string): void => {
    const text = next.state.get(key)
    edits.push({ key: `${next.id}/${key}`, oid: text === undefined ? undefined : kept(text) })
  }
  if (before === undefined) for (const key of next.state.keys()) edit(key)
  else before.state.differences(next.state, edit)
  return edits
}

/** Returns what the file of this key is for; undefined when no artifact has such a file. */
export function artifactFile(fileKey: string): ArtifactFile | undefined {
  const slash = fileKey.indexOf('/')
  if (slash >= 0) {
    const id = parsedId(fileKey.slice(0, slash))
    return id === undefined ? undefined : { kind: 'value', id, key: fileKey.slice(slash + 1) }
  }
  const id = fileKey.endsWith(FACTS) ? parsedId(fileKey.slice(0, -FACTS.length)) : undefined
  return id === undefined ? undefined : { kind: 'facts', id }
}

function parsedId(raw: string): ArtifactId | undefined {
  try {
    return artifactId(raw)
  } catch {
    return undefined
  }
}
