import { contradicts, sameBy } from '../../model/diff.ts'
import type { EvidenceCard } from '../../model/evidence.ts'
import type { ConflictContext, ConflictPolicy, ConflictResolution } from '../../policies/conflict/conflict.ts'
import { textMerger } from '../../runtime/text-merger.ts'
import type { Check } from '../check.ts'
import { claimEqual } from '../claims.ts'
import { artifactOf, cardOf } from '../evidence-fixtures.ts'
import { instanceOf, type MergeInstance, mergeInstances } from './merge-instances.ts'
import { policyChecks } from './policy-checks.ts'

/** Returns every claim that a conflict rule must meet which leaves no contradiction to fusion. */
export function conflictContract(): readonly Check<ConflictPolicy>[] {
  const instances = mergeInstances(120)
  return [
    ...policyChecks<ConflictPolicy>(async (rule, step) => {
      const instance = instances[step] ?? instanceOf([], () => 0)
      return namesOf((await resolved(rule, instance)).kept)
    }),
    forEach(
      'keeps or drops each card, in order of arrival, with a reason',
      instances,
      ({ cards }, result) => {
        const kept = namesOf(result.kept)
        const dropped = namesOf(result.dropped.map(({ card }) => card))
        const all = namesOf(cards)
        claimEqual(
          kept,
          all.filter((name) => kept.includes(name)),
          'order of the kept',
        )
        claimEqual(dropped.length + kept.length, cards.length, 'cards accounted for')
        claimEqual(
          all.filter((name) => kept.includes(name) && dropped.includes(name)),
          [],
          'cards twice',
        )
        for (const { reason } of result.dropped) claimEqual(reason.trim() === '', false, 'a blank reason')
      },
    ),
    forEach('gives no card an edit that it did not ask for', instances, ({ cards }, { kept }) => {
      const invented = kept.filter((card) => {
        const made = cards.find(({ lease }) => lease === card.lease)
        return [...card.diff.edits].some(([key, edit]) => made?.diff.edits.get(key) !== edit)
      })
      claimEqual(namesOf(invented), [], 'cards with edits from nowhere')
    }),
    forEach('leaves no two cards that contradict each other', instances, ({ same }, { kept }) => {
      const clashes = kept.filter((card) => kept.some((other) => contradicts(card.diff, other.diff, same)))
      claimEqual(namesOf(clashes), [], 'kept cards that contradict a kept one')
    }),
    forEach('drops nothing that contradicts no kept card', instances, ({ same }, { kept, dropped }) => {
      const lost = dropped.filter(
        ({ card }) => !kept.some((other) => contradicts(card.diff, other.diff, same)),
      )
      claimEqual(namesOf(lost.map(({ card }) => card)), [], 'needlessly lost')
    }),
    { name: 'keeps equal edits and spellings that are the same value', run: checkSpellings },
    { name: 'asks for no score where nothing contradicts', run: checkThrift },
    { name: 'fails when a score cannot be had', run: checkFailure },
  ]
}

function forEach(
  name: string,
  instances: readonly MergeInstance[],
  claim: (instance: MergeInstance, result: ConflictResolution) => void,
): Check<ConflictPolicy> {
  return {
    name,
    run: async (make) => {
      for (const instance of instances) claim(instance, await resolved(make(), instance))
    },
  }
}

async function resolved(rule: ConflictPolicy, instance: MergeInstance): Promise<ConflictResolution> {
  return rule.resolve(instance.cards, {
    base: artifactOf(),
    same: instance.same,
    texts: textMerger({ isProse: () => true, ...(instance.canonical && { canonical: instance.canonical }) }),
    estimate: (diff) => Promise.resolve(instance.worthOf(diff.edits)),
  })
}

async function checkSpellings(make: () => ConflictPolicy): Promise<void> {
  const cards = ['Be brief.', 'be brief. ', 'Be brief.'].map((value, index) =>
    cardOf(`d${index}`, [['k', value]]),
  )
  const canonical = (_key: string, value: string): string => value.trim().toLowerCase()
  const same = sameBy(canonical)
  const { kept } = await resolved(make(), { ...instanceOf(cards, () => 0), same, canonical })
  claimEqual(namesOf(kept), namesOf(cards), 'kept')
}

async function checkThrift(make: () => ConflictPolicy): Promise<void> {
  const cards = [cardOf('a', [['k1', 'x']]), cardOf('b', [['k2', 'y']]), cardOf('c', [['k1', 'x']])]
  let asked = 0
  await resolved(
    make(),
    instanceOf(cards, () => ++asked),
  )
  claimEqual(asked, 0, 'scores asked for')
}

async function checkFailure(make: () => ConflictPolicy): Promise<void> {
  const cards = [cardOf('a', [['k', 'x']]), cardOf('b', [['k', 'y']])]
  const failure = new Error('the scorer is down')
  const context: ConflictContext = {
    base: artifactOf(),
    same: () => false,
    texts: textMerger({ isProse: () => true }),
    estimate: () => Promise.reject(failure),
  }
  const outcome = await make()
    .resolve(cards, context)
    .then(
      () => 'absorbed',
      (error: unknown) => error === failure,
    )
  claimEqual(outcome, true, 'the same error')
}

function namesOf(cards: readonly EvidenceCard[]): readonly string[] {
  return cards.map(({ diff }) => diff.id)
}
