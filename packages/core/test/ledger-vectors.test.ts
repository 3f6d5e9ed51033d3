import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { replay as applyAndDifference } from './vectors/apply-and-difference.ts'
import { replay as diffRelations } from './vectors/diff-relations.ts'
import { replay as ledgerCas } from './vectors/ledger-cas.ts'
import { replay as versionVectors } from './vectors/version-vectors.ts'

const replayers = {
  apply_and_difference: applyAndDifference,
  diff_relations: diffRelations,
  ledger_cas: (input: never) => ledgerCas(input),
  version_vectors: versionVectors,
}

it.each(Object.entries(replayers))(
  'replays every case of %s',
  async (name, replay: (input: never) => unknown) => {
    const file = new URL(`../../../fixtures/vectors/${name}.json`, import.meta.url)
    const { cases } = JSON.parse(readFileSync(file, 'utf8'))
    for (const { input, expected } of cases) expect(await replay(input as never)).toEqual(expected)
  },
)
