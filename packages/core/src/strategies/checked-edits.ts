import type { Edits } from '../model/diff.ts'
import { ContractError, shown } from '../model/errors.ts'

const LONGEST_KEY = 512

/**
 * Returns what a strategy yielded as edits.
 * @throws ContractError `bad-edits` unless it is a Map, `bad-edit-key` unless every key is well-formed text of 1 to 512 characters
 * without control characters, `bad-edit-value` unless every value is well-formed text or null.
 */
export function checkedEdits(strategy: string, yielded: unknown): Edits {
  if (!(yielded instanceof Map))
    throw refusal(strategy, 'bad-edits', { value: yielded, rule: 'a Map from key to text or null' })
  const edits = new Map<string, string | null>()
  for (const [key, value] of yielded) {
    if (!isKey(key)) {
      const rule = `keys of 1 to ${LONGEST_KEY} characters of well-formed text without control characters`
      throw refusal(strategy, 'bad-edit-key', { value: key, rule })
    }
    if (value !== null && !isText(value))
      throw refusal(strategy, 'bad-edit-value', {
        value,
        rule: `well-formed text or null for key ${shown(key)}`,
      })
    edits.set(key, value)
  }
  return edits
}

function isKey(key: unknown): key is string {
  return isText(key) && key.length > 0 && key.length <= LONGEST_KEY && !/\p{Cc}/u.test(key)
}

/** Lone surrogates cannot be written as UTF-8: two different texts would become one. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !/\p{Surrogate}/u.test(value)
}

function refusal(
  strategy: string,
  code: string,
  { value, rule }: { readonly value: unknown; readonly rule: string },
): ContractError {
  return new ContractError({
    code,
    argument: 'strategy',
    value: shown(value),
    message: `Strategy "${strategy}" yielded ${shown(value)}; toEdits() must return ${rule}.`,
  })
}
