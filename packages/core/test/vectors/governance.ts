import { layerOf, refuseFrozen, toleranceOf } from '../../src/governance/layers.ts'
import { GovernanceError } from '../../src/model/errors.ts'
import { artifactId } from '../../src/model/ids.ts'

const LEVELS = { frozen: 'L0', slow: 'L1', fast: 'L2' }

export function replay(input: { readonly id: string; readonly blast_radius: number }): unknown {
  const id = artifactId(input.id)
  const layer = layerOf(id, input.blast_radius)
  return {
    layer: LEVELS[layer],
    mutable: isMutable(() => refuseFrozen(id, input.blast_radius)),
    alpha_default_config: toleranceOf(layer, false),
    alpha_contract_breaking: toleranceOf(layer, true),
  }
}

function isMutable(refuse: () => void): boolean {
  try {
    refuse()
    return true
  } catch (error) {
    if (error instanceof GovernanceError) return false
    throw error
  }
}
