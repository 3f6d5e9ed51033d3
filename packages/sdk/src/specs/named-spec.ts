/** A rule by name, or its name with its settings. */
export type NamedSpec = string | { readonly name: string; readonly [setting: string]: unknown }
