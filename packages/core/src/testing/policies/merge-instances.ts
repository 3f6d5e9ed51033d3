import type { Edit, Edits, SameValue } from '../../model/diff.ts'
import { exactlySame } from '../../model/diff.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import { Random } from '../../runtime/random.ts'
import { cardOf } from '../evidence-fixtures.ts'

/** Cards that want to change one base, and what edits of it are worth. */
export interface MergeInstance {
  readonly cards: readonly EvidenceCard[]
  readonly same: SameValue
  /** The form behind `same`; absent where values compare exactly. */
  readonly canonical?: (key: string, value: string) => string
  worthOf(edits: Edits): number
}

const KEYS: readonly string[] = ['k1', 'k2', 'k3']
const VALUES: readonly Edit[] = ['u', 'v', 'w', null]

/** Returns instances of two to six random cards over three keys; the same ones at every call. */
export function mergeInstances(count: number): readonly MergeInstance[] {
  const random = Random.seeded(7)
  return Array.from({ length: count }, () => {
    const cards = Array.from({ length: 2 + random.below(5) }, (_, index) => randomCard(index, random))
    const worth = new Map(KEYS.flatMap((key) => VALUES.map((value) => [`${key}=${value}`, random.below(10)])))
    return instanceOf(cards, (edits) =>
      [...edits].reduce((sum, [key, value]) => sum + (worth.get(`${key}=${value}`) ?? 0) / 10, 0),
    )
  })
}

/** Returns an instance whose values are compared exactly. */
export function instanceOf(cards: readonly EvidenceCard[], worthOf: (edits: Edits) => number): MergeInstance {
  return { cards, same: exactlySame, worthOf }
}

function randomCard(index: number, random: Random): EvidenceCard {
  const keys = random.shuffled(KEYS).slice(0, 1 + random.below(KEYS.length))
  return cardOf(
    `d${index}`,
    keys.map((key) => [key, VALUES[random.below(VALUES.length)] ?? null]),
  )
}
