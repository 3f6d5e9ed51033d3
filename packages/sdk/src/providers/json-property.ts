/** Returns a value's own property, or `undefined`: for data whose shape nobody vouches for. */
export function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const found: unknown = Object.getOwnPropertyDescriptor(value, name)?.value
  return found
}
