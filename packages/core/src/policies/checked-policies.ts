import { AgentDescentError, isMistake, messageOf, PolicyError, shown } from '../model/errors.ts'
import type { Verdict } from '../model/candidate.ts'
import type { ProposalDraft } from '../model/rollout.ts'
import { abortable } from '../runtime/abortable.ts'
import type { Policies } from './policies.ts'
import {
  isConflictResolution,
  isDisposition,
  isDrafts,
  isFusion,
  isIds,
  isVerdict,
} from './policy-replies.ts'
import type { Disposition } from './staleness/staleness.ts'

type Slot = keyof Policies

/**
 * Returns the rules with every answer checked, so that a rule of the caller's own cannot lead the engine astray: a wrong shape or a
 * throw becomes a PolicyError that names slot and rule. Rules that may ask a model may also fail like one; what they return after
 * the run has ended is not waited for.
 */
export function checkedPolicies(policies: Policies, signal: AbortSignal): Policies {
  const check = new Checks(policies, signal)
  return { selection: policies.selection, ...checkedWork(policies, check), ...checkedMerge(policies, check) }
}

type Work = Pick<Policies, 'taskSampling' | 'proposal' | 'promotion'>
type Merge = Pick<Policies, 'screen' | 'staleness' | 'conflict' | 'fusion' | 'acceptance'>

function checkedWork({ taskSampling, proposal, promotion }: Policies, check: Checks): Work {
  return {
    taskSampling: {
      ...learning(taskSampling),
      name: taskSampling.name,
      pick: (ids, round) =>
        check.now('taskSampling', () => taskSampling.pick(ids, round), {
          is: (id): id is string => typeof id === 'string' && ids.includes(id),
          must: 'one of the ids it was given',
        }),
      record: (id, reward) => check.now('taskSampling', () => taskSampling.record(id, reward), NOTHING),
    },
    proposal: {
      ...learning(proposal),
      name: proposal.name,
      propose: (context) => check.later('proposal', () => proposal.propose(context), DRAFTS),
    },
    promotion: {
      ...learning(promotion),
      name: promotion.name,
      observe: (reports, known) =>
        check.now('promotion', () => promotion.observe(reports, known), {
          is: (ids) => isIds(ids, known),
          must: 'a list of ids it was given',
        }),
    },
  }
}

function checkedMerge(policies: Policies, check: Checks): Merge {
  const { screen, staleness, conflict, fusion, acceptance } = policies
  return {
    screen: {
      ...learning(screen),
      name: screen.name,
      screen: (card, base) => check.now('screen', () => screen.screen(card, base), OBJECTION),
    },
    staleness: {
      ...learning(staleness),
      name: staleness.name,
      decide: (context) => check.now('staleness', () => staleness.decide(context), DISPOSITION),
    },
    conflict: {
      ...learning(conflict),
      name: conflict.name,
      resolve: (cards, context) =>
        check.later('conflict', () => conflict.resolve(cards, context), {
          is: (reply) => isConflictResolution(reply, cards),
          must: '{ kept, dropped } that hold every card once, at least one of them kept',
        }),
    },
    fusion: {
      ...learning(fusion),
      name: fusion.name,
      fuse: (cards, context) =>
        check.later('fusion', () => fusion.fuse(cards, context), {
          is: (reply) => isFusion(reply, cards),
          must: '{ edits, members, fused, trial } with at least one edit, and members among the cards',
        }),
    },
    acceptance: {
      ...learning(acceptance),
      name: acceptance.name,
      judge: (context) => check.now('acceptance', () => acceptance.judge(context), VERDICT),
    },
  }
}

interface Shape<Reply> {
  is(reply: unknown): reply is Reply
  readonly must: string
}

const NOTHING: Shape<void> = { is: (reply): reply is void => reply === undefined, must: 'nothing' }
const DRAFTS: Shape<readonly ProposalDraft[]> = { is: isDrafts, must: 'a list of { text, rationale? }' }
const DISPOSITION: Shape<Disposition> = { is: isDisposition, must: 'accept, rebase or discard' }
const OBJECTION: Shape<string | undefined> = {
  is: (reply): reply is string | undefined => reply === undefined || typeof reply === 'string',
  must: 'a sentence or undefined',
}
const VERDICT: Shape<Verdict> = {
  is: isVerdict,
  must: '{ accepted, probability, threshold, gain } with finite numbers, and a reason and detail for a refusal',
}

class Checks {
  readonly #policies: Policies
  readonly #signal: AbortSignal

  constructor(policies: Policies, signal: AbortSignal) {
    this.#policies = policies
    this.#signal = signal
  }

  now<Reply>(slot: Slot, ask: () => unknown, shape: Shape<Reply>): Reply {
    try {
      return this.#checked(slot, ask(), shape)
    } catch (error) {
      throw error instanceof AgentDescentError ? error : this.#threw(slot, error)
    }
  }

  /** A model or scorer that fails behind the rule fails like any other; a mistake in the rule's own code is its own. */
  async later<Reply>(slot: Slot, ask: () => Promise<unknown>, shape: Shape<Reply>): Promise<Reply> {
    try {
      return this.#checked(slot, await abortable(ask(), this.#signal), shape)
    } catch (error) {
      throw isMistake(error) ? this.#threw(slot, error) : error
    }
  }

  #checked<Reply>(slot: Slot, reply: unknown, { is, must }: Shape<Reply>): Reply {
    if (is(reply)) return reply
    throw new PolicyError({
      code: 'bad-policy-reply',
      argument: `policies.${slot}`,
      value: shown(reply),
      message: `The ${slot} rule "${this.#policies[slot].name}" returned ${shown(reply)}; it must return ${must}.`,
    })
  }

  #threw(slot: Slot, cause: unknown): PolicyError {
    return new PolicyError({
      code: 'policy-threw',
      argument: `policies.${slot}`,
      value: shown(messageOf(cause)),
      message: `The ${slot} rule "${this.#policies[slot].name}" threw: ${messageOf(cause)}`,
      cause,
    })
  }
}

/** Returns the methods through which a rule that learns hands over what it has learnt, and the settings that it learns under. */
function learning(policy: Policies[Slot]): Pick<Policies[Slot], 'restore' | 'settings' | 'state'> {
  return {
    ...(policy.settings !== undefined && { settings: policy.settings }),
    ...(policy.state && { state: () => policy.state?.() ?? null }),
    ...(policy.restore && { restore: (state) => policy.restore?.(state) }),
  }
}
