import { OptionError, shown } from '../model/errors.ts'
import { defaultPolicies } from './default-policies.ts'
import type { Policies } from './policies.ts'

/** The method that makes a value a rule of the slot. */
const METHODS: { readonly [Slot in keyof Policies]: keyof Policies[Slot] & string } = {
  selection: 'select',
  taskSampling: 'pick',
  proposal: 'propose',
  screen: 'screen',
  staleness: 'decide',
  conflict: 'resolve',
  fusion: 'fuse',
  acceptance: 'judge',
  promotion: 'observe',
}

/** Which slots a driver decides by, and what it is called in a refusal. */
export interface PolicySupport {
  readonly driver: string
  readonly slots: readonly (keyof Policies)[]
}

/**
 * Returns the nine rules of a run: those given, and the default for each slot that is absent or undefined.
 * @throws OptionError `unknown-policy-slot`, `bad-policy` for a value that is no rule of its slot, and
 *   `unsupported-policy` for a slot that the driver does not decide by.
 */
export function resolvePolicies(given: Partial<Policies> = {}, support?: PolicySupport): Policies {
  for (const [slot, policy] of Object.entries(given)) {
    refuseUnknownSlot(slot)
    if (policy === undefined) continue
    refuseBadPolicy(slot, policy)
    if (support !== undefined) refuseUnsupported(slot, policy.name, support)
  }
  const chosen = Object.fromEntries(Object.entries(given).filter(([, policy]) => policy !== undefined))
  return { ...defaultPolicies(), ...chosen }
}

function refuseUnknownSlot(slot: string): asserts slot is keyof Policies {
  if (Object.hasOwn(METHODS, slot)) return
  throw new OptionError({
    code: 'unknown-policy-slot',
    argument: 'policies',
    value: shown(slot),
    message: `policies has no slot ${shown(slot)}.`,
    fix: `The slots are ${Object.keys(METHODS).join(', ')}.`,
  })
}

function refuseBadPolicy(slot: keyof Policies, policy: unknown): void {
  if (isRule(policy, METHODS[slot])) return
  throw new OptionError({
    code: 'bad-policy',
    argument: `policies.${slot}`,
    value: shown(policy),
    message: `policies.${slot} is ${shown(policy)}; a rule of this slot has a name and a method ${METHODS[slot]}().`,
    fix: 'Call the function that makes the rule, as in guarded().',
  })
}

function isRule(policy: unknown, method: string): boolean {
  if (typeof policy !== 'object' || policy === null) return false
  const named = 'name' in policy && typeof policy.name === 'string'
  return named && typeof Reflect.get(policy, method) === 'function'
}

function refuseUnsupported(slot: keyof Policies, rule: string, { driver, slots }: PolicySupport): void {
  if (slots.includes(slot)) return
  throw new OptionError({
    code: 'unsupported-policy',
    argument: `policies.${slot}`,
    value: shown(rule),
    message: `${driver} does not decide by policies.${slot}, so ${shown(rule)} would have no effect.`,
    fix: `It decides by ${slots.join(', ')}.`,
  })
}
