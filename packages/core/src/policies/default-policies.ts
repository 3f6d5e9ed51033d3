import { betaPosterior } from './acceptance/beta-posterior.ts'
import { project } from './conflict/project.ts'
import { ladder } from './fusion/ladder.ts'
import type { Policies } from './policies.ts'
import { survival } from './promotion/survival.ts'
import { singleProposal } from './proposal/single-proposal.ts'
import { passAll } from './screen/pass-all.ts'
import { singleHead } from './selection/single-head.ts'
import { guarded } from './staleness/guarded.ts'
import { roundRobin } from './task-sampling/round-robin.ts'

/** Returns the default rule of each slot; every call makes new ones, so that no run learns from another. */
export function defaultPolicies(): Policies {
  return {
    selection: singleHead(),
    taskSampling: roundRobin(),
    proposal: singleProposal(),
    screen: passAll(),
    staleness: guarded(),
    conflict: project(),
    fusion: ladder(),
    acceptance: betaPosterior(),
    promotion: survival(),
  }
}
