import {
  type AcceptancePolicy,
  betaPosterior,
  type ConflictPolicy,
  difficultyWeighted,
  full,
  type FusionPolicy,
  guarded,
  keepBest,
  ladder,
  OptionError,
  passAll,
  type Policies,
  project,
  type PromotionPolicy,
  type ProposalPolicy,
  reflective,
  roundRobin,
  type ScreenPolicy,
  shown,
  singleProposal,
  type StalenessPolicy,
  survival,
  type TaskSamplingPolicy,
  ucbSampling,
  union,
} from '@agentdescent/core'
import { z } from 'zod'
import type { NamedSpec } from './named-spec.ts'
import { unknownName } from './spec-error.ts'

/** The slots that a spec can fill; `selection` has one rule under the schedulers there are. */
export type PolicySlot = Exclude<keyof Policies, 'selection'>

/** Makes a rule from its settings; `argument` is where the spec gives them. */
type Maker<Rule> = (settings: unknown, argument: string) => Rule
type Makers<Rule> = ReadonlyMap<string, Maker<Rule>>

const number = z.number().exactOptional()
const flag = z.boolean().exactOptional()

const taskSampling: Makers<TaskSamplingPolicy> = new Map([
  ['round-robin', maker({}, roundRobin)],
  ['difficulty-weighted', maker({ exploration: number, passThreshold: number }, difficultyWeighted)],
  ['ucb', maker({ exploration: number }, ucbSampling)],
])
const proposal: Makers<ProposalPolicy> = new Map([['single-proposal', maker({}, singleProposal)]])
const screen: Makers<ScreenPolicy> = new Map([['pass-all', maker({}, passAll)]])
const staleness: Makers<StalenessPolicy> = new Map([
  ['full', maker({}, () => full())],
  ['guarded', maker({}, () => guarded())],
  ['reflective', maker({}, () => reflective())],
])
const conflict: Makers<ConflictPolicy> = new Map([
  ['keep-best', maker({}, keepBest)],
  ['project', maker({}, project)],
])
const fusion: Makers<FusionPolicy> = new Map([
  ['ladder', maker({}, ladder)],
  ['union', maker({ tournament: flag }, union)],
])
const acceptance: Makers<AcceptancePolicy> = new Map([
  ['beta-posterior', maker({ baseDelta: number, annealHalfLife: number }, betaPosterior)],
])
const promotion: Makers<PromotionPolicy> = new Map([['survival', maker({ rounds: number }, survival)]])

/** The names that each slot knows. */
export const policyNames: Readonly<Record<PolicySlot, readonly string[]>> = {
  taskSampling: [...taskSampling.keys()],
  proposal: [...proposal.keys()],
  screen: [...screen.keys()],
  staleness: [...staleness.keys()],
  conflict: [...conflict.keys()],
  fusion: [...fusion.keys()],
  acceptance: [...acceptance.keys()],
  promotion: [...promotion.keys()],
}

/**
 * Returns the rules that a spec names, by slot.
 * @throws OptionError `unknown-name`, `bad-setting`
 */
export function policiesNamed(named: Partial<Readonly<Record<PolicySlot, NamedSpec>>>): Partial<Policies> {
  return {
    ...(named.taskSampling && { taskSampling: made('taskSampling', named.taskSampling, taskSampling) }),
    ...(named.proposal && { proposal: made('proposal', named.proposal, proposal) }),
    ...(named.screen && { screen: made('screen', named.screen, screen) }),
    ...(named.staleness && { staleness: made('staleness', named.staleness, staleness) }),
    ...(named.conflict && { conflict: made('conflict', named.conflict, conflict) }),
    ...(named.fusion && { fusion: made('fusion', named.fusion, fusion) }),
    ...(named.acceptance && { acceptance: made('acceptance', named.acceptance, acceptance) }),
    ...(named.promotion && { promotion: made('promotion', named.promotion, promotion) }),
  }
}

function made<Rule>(slot: PolicySlot, spec: NamedSpec, makers: Makers<Rule>): Rule {
  const { name, ...settings } = typeof spec === 'string' ? { name: spec } : spec
  const argument = `policies.${slot}`
  const make = makers.get(name)
  if (make !== undefined) return make(settings, argument)
  throw unknownName({ argument, what: 'rule', value: name, known: [...makers.keys()] })
}

function maker<Shape extends z.ZodRawShape, Rule>(
  shape: Shape,
  make: (settings: z.infer<z.ZodObject<Shape, z.core.$strict>>) => Rule,
): Maker<Rule> {
  const schema = z.strictObject(shape)
  return (settings, argument) => {
    const checked = schema.safeParse(settings)
    if (checked.success) return make(checked.data)
    throw new OptionError({
      code: 'bad-setting',
      argument,
      value: shown(settings),
      message: `${argument} has the settings ${shown(settings)}, which its rule does not take.`,
      fix: `Its settings are ${Object.keys(shape).join(', ') || 'none'}.`,
    })
  }
}
