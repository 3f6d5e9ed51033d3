import { sameBy, sameEdits } from '../../model/diff.ts'
import type { Fusion, FusionPolicy } from '../../policies/fusion/fusion.ts'
import { textMerger } from '../../runtime/text-merger.ts'
import type { Check } from '../check.ts'
import { claimEqual } from '../claims.ts'
import { artifactOf, cardOf } from '../evidence-fixtures.ts'
import { instanceOf, type MergeInstance, mergeInstances } from './merge-instances.ts'
import { policyChecks } from './policy-checks.ts'

/** Returns every claim that a fusion rule must meet, whatever it does with contradictions. */
export function fusionContract(): readonly Check<FusionPolicy>[] {
  const instances = mergeInstances(120)
  return [
    ...policyChecks<FusionPolicy>(async (rule, step) => {
      const { edits, fused, trial } = await fusion(rule, instances[step] ?? instanceOf([], () => 0))
      return { edits, fused, trial }
    }),
    forEach('edits no key that no card edits', instances, ({ cards }, { edits }) => {
      const foreign = [...edits.keys()].filter((key) => !cards.some(({ diff }) => diff.edits.has(key)))
      claimEqual(foreign, [], 'keys from nowhere')
    }),
    forEach('keeps the value of a key on which all cards agree', instances, ({ cards }, { edits }) => {
      for (const [key, edit] of edits) {
        const wanted = new Set(
          cards.flatMap(({ diff }) => (diff.edits.has(key) ? [diff.edits.get(key)] : [])),
        )
        if (wanted.size === 1) claimEqual(edit, [...wanted][0], `the value of ${key}`)
      }
    }),
    forEach('names members whose edits all went in', instances, ({ cards }, { members, edits }) => {
      claimEqual(members.length > 0, true, 'at least one member')
      for (const member of members) {
        claimEqual(cards.includes(member), true, `${member.diff.id} is one of the cards`)
        const missing = [...member.diff.edits.keys()].filter((key) => !edits.has(key))
        claimEqual(missing, [], `keys of ${member.diff.id} that were left out`)
      }
    }),
    forEach('leaves no edit to which no member leads', instances, ({ cards }, { members, edits }) => {
      const led = new Set(members.flatMap(({ diff }) => [...diff.edits.keys()]))
      claimEqual(
        [...edits.keys()].filter((key) => !led.has(key)),
        [],
        `orphans of ${cards.length} cards`,
      )
    }),
    forEach(
      'calls it fused exactly when no card alone holds the edits',
      instances,
      ({ cards, same }, result) => {
        const isWhole = cards.some(({ diff }) => sameEdits(diff.edits, result.edits, same))
        claimEqual(result.fused, !isWhole, 'fused')
      },
    ),
    forEach('reports a trial that fits what it did', instances, checkTrial),
    { name: 'forwards a lone card as it is', run: checkLoneCard },
    { name: 'keeps the first of two spellings of one value', run: checkSpellings },
  ]
}

function forEach(
  name: string,
  instances: readonly MergeInstance[],
  claim: (instance: MergeInstance, result: Fusion) => void,
): Check<FusionPolicy> {
  return {
    name,
    run: async (make) => {
      for (const instance of instances) claim(instance, await fusion(make(), instance))
    },
  }
}

async function fusion(
  rule: FusionPolicy,
  { cards, same, canonical, worthOf }: MergeInstance,
): Promise<Fusion> {
  const estimate = (edits: Parameters<typeof worthOf>[0]): Promise<number> => Promise.resolve(worthOf(edits))
  return rule.fuse(cards, {
    base: artifactOf(),
    same,
    texts: textMerger({ isProse: () => true, ...(canonical && { canonical }) }),
    refuse: () => undefined,
    estimate,
  })
}

function checkTrial({ cards }: MergeInstance, { fused, trial }: Fusion): void {
  claimEqual(trial.candidates, cards.length, 'candidates of the trial')
  claimEqual(trial.baseline !== undefined, trial.ranked, 'a baseline exactly when ranked')
  claimEqual(trial.bestSingle !== undefined, trial.ranked, 'a best single exactly when ranked')
  if (trial.fusedScore !== undefined) claimEqual(trial.ranked, true, 'ranked, as the union has a score')
  if (fused) claimEqual(trial.obstacle, undefined, 'what stood in the way of a union that was built')
  if (fused) claimEqual(trial.winner === 'single', false, 'a single won over the union that went forward')
}

async function checkLoneCard(make: () => FusionPolicy): Promise<void> {
  const card = cardOf('a', [
    ['k', 'x'],
    ['__proto__', 'y'],
    ['gone', null],
  ])
  const { edits, members, fused } = await fusion(
    make(),
    instanceOf([card], () => 0),
  )
  claimEqual([edits, members[0] === card, members.length, fused], [card.diff.edits, true, 1, false], 'fusion')
}

async function checkSpellings(make: () => FusionPolicy): Promise<void> {
  const cards = [cardOf('a', [['k', 'Be brief.']]), cardOf('b', [['k', 'be brief. ']])]
  const canonical = (_key: string, value: string): string => value.trim().toLowerCase()
  const same = sameBy(canonical)
  const { edits } = await fusion(make(), { ...instanceOf(cards, () => 0), same, canonical })
  claimEqual(edits, { k: 'Be brief.' }, 'edits')
}
