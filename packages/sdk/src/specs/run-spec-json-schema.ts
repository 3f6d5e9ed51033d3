/** Returns the format of spec files as a JSON Schema, for editors. */
export async function runSpecJsonSchema(): Promise<Readonly<Record<string, unknown>>> {
  const { jsonSchemaOfSpecs } = await import('./run-spec-schema.ts')
  return jsonSchemaOfSpecs()
}
