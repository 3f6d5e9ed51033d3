import { describe, expect, test } from 'vitest'
import { acceptanceByAdvantage } from '../src/policies/acceptance/acceptance-by-advantage.ts'
import { betaPosterior } from '../src/policies/acceptance/beta-posterior.ts'
import { stableDistanceGate } from '../src/policies/acceptance/stable-distance-gate.ts'
import { conflictByAdvantage } from '../src/policies/conflict/conflict-by-advantage.ts'
import { keepBest } from '../src/policies/conflict/keep-best.ts'
import { project } from '../src/policies/conflict/project.ts'
import { ladder } from '../src/policies/fusion/ladder.ts'
import { union } from '../src/policies/fusion/union.ts'
import { survival } from '../src/policies/promotion/survival.ts'
import { singleProposal } from '../src/policies/proposal/single-proposal.ts'
import { passAll } from '../src/policies/screen/pass-all.ts'
import { singleHead } from '../src/policies/selection/single-head.ts'
import { full } from '../src/policies/staleness/full.ts'
import { guarded } from '../src/policies/staleness/guarded.ts'
import { reflective } from '../src/policies/staleness/reflective.ts'
import { difficultyWeighted } from '../src/policies/task-sampling/difficulty-weighted.ts'
import { roundRobin } from '../src/policies/task-sampling/round-robin.ts'
import { ucbSampling } from '../src/policies/task-sampling/ucb-sampling.ts'
import { type Check, failedChecks } from '../src/testing/check.ts'
import { acceptanceContract } from '../src/testing/policies/acceptance-contract.ts'
import { conflictContract } from '../src/testing/policies/conflict-contract.ts'
import { fusionContract } from '../src/testing/policies/fusion-contract.ts'
import { promotionContract } from '../src/testing/policies/promotion-contract.ts'
import { proposalContract } from '../src/testing/policies/proposal-contract.ts'
import { screenContract } from '../src/testing/policies/screen-contract.ts'
import { selectionContract } from '../src/testing/policies/selection-contract.ts'
import { stalenessContract } from '../src/testing/policies/staleness-contract.ts'
import { taskSamplingContract } from '../src/testing/policies/task-sampling-contract.ts'
import * as wrongAcceptances from '../src/testing/wrong/acceptances.ts'
import * as wrongConflictRules from '../src/testing/wrong/conflict-rules.ts'
import * as wrongFusions from '../src/testing/wrong/fusions.ts'
import * as wrongPromotions from '../src/testing/wrong/promotions.ts'
import * as wrongProposals from '../src/testing/wrong/proposals.ts'
import * as wrongSamplers from '../src/testing/wrong/samplers.ts'
import * as wrongScreens from '../src/testing/wrong/screens.ts'
import * as wrongSelections from '../src/testing/wrong/selections.ts'
import * as wrongStalenessRules from '../src/testing/wrong/staleness-rules.ts'

suite('selection', selectionContract(), { right: { singleHead }, wrong: wrongSelections })
suite('task sampling', taskSamplingContract(), {
  right: { roundRobin, difficultyWeighted, ucbSampling },
  wrong: wrongSamplers,
})
suite('proposal', proposalContract(), { right: { singleProposal }, wrong: wrongProposals })
suite('screen', screenContract(), { right: { passAll }, wrong: wrongScreens })
suite('staleness', stalenessContract(), { right: { guarded, full, reflective }, wrong: wrongStalenessRules })
suite('conflict', conflictContract(), {
  right: { project, keepBest, conflictByAdvantage: () => conflictByAdvantage(keepBest()) },
  wrong: wrongConflictRules,
})
suite('fusion', fusionContract(), {
  right: { ladder, union, tournament: () => union({ tournament: true }) },
  wrong: wrongFusions,
})
suite('acceptance', acceptanceContract(), {
  right: {
    betaPosterior,
    anyRisk: () => betaPosterior({ baseDelta: 1 }),
    acceptanceByAdvantage: () => acceptanceByAdvantage(betaPosterior()),
    stableDistanceGate: () => stableDistanceGate(betaPosterior()),
  },
  wrong: wrongAcceptances,
})
suite('promotion', promotionContract(), {
  right: { survival, eachRound: () => survival({ rounds: 1 }) },
  wrong: wrongPromotions,
})

type Makers<Rule> = Readonly<Record<string, () => Rule>>

function suite<Rule>(
  slot: string,
  checks: readonly Check<Rule>[],
  { right, wrong }: { readonly right: Makers<Rule>; readonly wrong: Makers<Rule> },
): void {
  describe.each(Object.entries(right))(`${slot}: %s`, (_, make) => {
    test.each(checks)('$name', ({ run }) => run(make))
  })
  test.each(Object.entries(wrong))(`the ${slot} suite rejects %s`, async (_, make) => {
    expect(await failedChecks(checks, make)).not.toEqual([])
  })
}
