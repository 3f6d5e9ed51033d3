/** A value, and what was renamed in it. */
export interface Renamed {
  readonly value: unknown
  readonly notes: readonly string[]
}

/** Fields whose contents are the user's own: names in them stay as they are. */
const OWN: readonly string[] = ['body']

/** Returns the value with field names in snake_case as camelCase, and one note for all of them. */
export function camelCased(value: unknown): Renamed {
  const renamed = new Map<string, string>()
  const result = withNames(value, renamed)
  if (renamed.size === 0) return { value: result, notes: [] }
  const list = [...renamed].map(([from, to]) => `${from} as ${to}`).join(', ')
  return { value: result, notes: [`Names are camelCase here; read ${list}.`] }
}

function withNames(value: unknown, renamed: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withNames(item, renamed))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const camel = name.replaceAll(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
      if (camel !== name) renamed.set(name, camel)
      return [camel, OWN.includes(name) ? part : withNames(part, renamed)]
    }),
  )
}
