import { OptionError } from '@agentdescent/core'

/** Which variables a template knows, and which it cannot do without. */
export interface TemplateRules {
  /** How the caller spells the option that holds the template. */
  readonly argument: string
  readonly known: readonly string[]
  readonly required: readonly string[]
}

/** Fills a template. Values are put in as they are: what looks like a variable in a value stays text. */
export type Template = (values: Readonly<Record<string, string>>) => string

const VARIABLE = /\{\{|\}\}|\{([A-Za-z][A-Za-z0-9_]*)\}/g

/**
 * Returns the template that `text` describes: `{name}` is a variable, `{{` and `}}` stand for braces.
 * @throws OptionError `bad-template` for an unknown variable or for a required one that is missing.
 */
export function template(text: string, rules: TemplateRules): Template {
  const used = variablesOf(text)
  const unknown = used.find((name) => !rules.known.includes(name))
  if (unknown !== undefined) throw refused(rules, `{${unknown}}`, `knows no variable {${unknown}}`)
  const missing = rules.required.find((name) => !used.includes(name))
  if (missing !== undefined) throw refused(rules, text.slice(0, 200), `lacks the variable {${missing}}`)
  return (values) =>
    text.replaceAll(VARIABLE, (found, name: string | undefined) => {
      if (name === undefined) return found.slice(1)
      return values[name] ?? ''
    })
}

/** Returns the names of the variables in a template. */
export function variablesOf(text: string): readonly string[] {
  return [...text.matchAll(VARIABLE)].flatMap(([, name]) => (name === undefined ? [] : [name]))
}

function refused({ argument, known }: TemplateRules, value: string, problem: string): OptionError {
  return new OptionError({
    code: 'bad-template',
    argument,
    value,
    message: `The template ${argument} ${problem}.`,
    fix: `Its variables are ${known.map((name) => `{${name}}`).join(', ')}; write {{ and }} for braces.`,
  })
}
