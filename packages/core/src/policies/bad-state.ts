import { ContractError, shown } from '../model/errors.ts'
import type { Json } from '../runtime/json.ts'

/** Returns the refusal of a value that `state()` of the rule never returns. */
export function badState(rule: string, value: Json): ContractError {
  return new ContractError({
    code: 'bad-state',
    argument: 'state',
    value: shown(value),
    message: `The rule ${rule} cannot continue from a state that holds ${shown(value)}.`,
    fix: 'Restore what its state() returned.',
  })
}
