import { OptionError, shown } from '@agentdescent/core'
import type { z } from 'zod'
import type { RunSpec } from './run-spec.ts'
import { jsonSchemaOfSpecs, runSpecSchema } from './run-spec-schema.ts'
import { unknownField } from './spec-error.ts'

/**
 * Returns the value as a spec.
 * @throws OptionError `placeholder` for text such as `<your-model>`, `unknown-field`, `missing-field`, `bad-field`
 */
export function checkedSpec(value: unknown): RunSpec {
  const checked = runSpecSchema.safeParse(value)
  const [issue] = checked.error?.issues ?? []
  if (issue !== undefined) throw refusal(issue, value)
  if (!checked.success) throw new RangeError('a failed check has an issue')
  refusePlaceholders(checked.data, '')
  return checked.data
}

/** A spec that `init` wrote names what only its reader knows as `<...>`. */
function refusePlaceholders(value: unknown, path: string): void {
  if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) refusePlaceholders(part, joined(path, name))
  if (typeof value !== 'string' || !/^<[^<>]+>$/.test(value)) return
  throw new OptionError({
    code: 'placeholder',
    argument: path,
    value: shown(value),
    message: `${path} is still ${shown(value)}.`,
    fix: 'Put the real value there.',
  })
}

type Issue = z.core.$ZodIssue

function refusal(issue: Issue, spec: unknown): OptionError {
  const path = issue.path.map(String).reduce(joined, '')
  if (issue.code === 'unrecognized_keys') {
    const [field = ''] = issue.keys
    return unknownField(joined(path, field), knownFields(issue.path))
  }
  const given = issue.path.reduce<unknown>((part, name) => partOf(part, name), spec)
  if (given === undefined)
    return new OptionError({
      code: 'missing-field',
      argument: path,
      message: `The spec has no ${path}.`,
      fix: `Give ${expectation(issue)}.`,
    })
  return new OptionError({
    code: 'bad-field',
    argument: path === '' ? 'spec' : path,
    value: shown(given),
    message: `${path === '' ? 'The spec' : path} is ${shown(given)}; it must be ${expectation(issue)}.`,
  })
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? issue.expected
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ')
    case 'too_small':
      if (issue.origin === 'string') return 'text that is not empty'
      if (issue.origin === 'array') return `a list of at least ${String(issue.minimum)}`
      return `a number ${issue.inclusive === false ? 'above' : 'of at least'} ${String(issue.minimum)}`
    case 'too_big':
      return `a number ${issue.inclusive === false ? 'below' : 'of at most'} ${String(issue.maximum)}`
    default:
      return issue.message
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  tuple: 'a list',
  record: 'an object',
}

/** The fields that the format has at a path. */
function knownFields(path: readonly PropertyKey[]): readonly string[] {
  let schema: unknown = jsonSchemaOfSpecs()
  for (const name of path) schema = partOf(objectOf(schema), 'properties', name)
  const properties = partOf(objectOf(schema), 'properties')
  return typeof properties === 'object' && properties !== null
    ? Object.keys(properties).filter((name) => name !== '$schema')
    : []
}

/** Of several forms, the one that is an object. */
function objectOf(schema: unknown): unknown {
  const forms = partOf(schema, 'anyOf')
  if (!Array.isArray(forms)) return schema
  return forms.find((form) => partOf(form, 'properties') !== undefined)
}

function partOf(value: unknown, ...names: readonly unknown[]): unknown {
  let part = value
  for (const name of names) {
    if (typeof part !== 'object' || part === null) return undefined
    part = Object.getOwnPropertyDescriptor(part, String(name))?.value
  }
  return part
}

function joined(path: string, name: string): string {
  if (/^\d+$/.test(name)) return `${path}[${name}]`
  return path === '' ? name : `${path}.${name}`
}
