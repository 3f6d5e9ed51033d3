import type { ArtifactState } from '../model/artifact.ts'
import { type StateDigest, stateDigest } from '../model/ids.ts'
import { type Branch, isBranch, type Leaf, type Node } from '../model/persistent-map.ts'
import { digest, hexOf } from './digest.ts'

const encoder = new TextEncoder()
const LEAF = encoder.encode('leaf')
const BRANCH = encoder.encode('branch')

const known = new WeakMap<Node, Uint8Array>()
const names = new WeakMap<Node, StateDigest>()

/**
 * Returns the name of a state: the same content has the same name, whatever the order of the edits that led to it.
 *
 * A Merkle digest over the nodes of the map, kept per node, so that after an edit only the path to it is hashed again.
 */
export function stateDigestOf({ root }: ArtifactState): StateDigest {
  const name = names.get(root) ?? stateDigest(hexOf(nodeDigest(root)))
  names.set(root, name)
  return name
}

function nodeDigest(node: Node): Uint8Array {
  const cached = known.get(node)
  if (cached !== undefined) return cached
  const computed = digest(isBranch(node) ? branchParts(node) : leafParts(node))
  known.set(node, computed)
  return computed
}

function branchParts({ bitmap, children }: Branch): readonly Uint8Array[] {
  return [BRANCH, encoder.encode(String(bitmap >>> 0)), ...children.map(nodeDigest)]
}

function leafParts({ entries }: Leaf): readonly Uint8Array[] {
  return [LEAF, ...entries.flatMap(([key, value]) => [encoder.encode(key), encoder.encode(value)])]
}
