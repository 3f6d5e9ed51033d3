import type { Artifact, Rendering } from '../model/artifact.ts'
import { canonicalJson } from '../runtime/canonical-json.ts'

/** What a ledger keeps of an artifact besides its name and state. */
export type ArtifactFacts = Pick<Artifact, 'version' | 'contract' | 'blastRadius' | 'rendering'>

/** Returns the facts as one line of canonical JSON: equal facts are equal text. */
export function factsText({ version, contract, blastRadius, rendering }: ArtifactFacts): string {
  const facts = { version, contract: { major: contract.major }, blastRadius }
  if (rendering === undefined) return canonicalJson(facts)
  return canonicalJson({ ...facts, rendering: { strategy: rendering.strategy, options: rendering.options } })
}

/** Returns the facts of a text; undefined when it is not one that `factsText` makes. Members of other versions are ignored. */
export function parseFacts(text: string): ArtifactFacts | undefined {
  const read = parsed(text)
  const [version, blastRadius, contract] = ['version', 'blastRadius', 'contract'].map((name) =>
    member(read, name),
  )
  const major = member(contract, 'major')
  if (typeof version !== 'number' || typeof blastRadius !== 'number' || typeof major !== 'number')
    return undefined
  const facts = { version, contract: { major }, blastRadius }
  const rendering = renderingOf(member(read, 'rendering'))
  return rendering === undefined ? facts : { ...facts, rendering }
}

function renderingOf(value: unknown): Rendering | undefined {
  const [strategy, options] = [member(value, 'strategy'), member(value, 'options')]
  if (typeof strategy !== 'string' || typeof options !== 'object' || options === null) return undefined
  const entries = Object.entries(options).flatMap(([name, option]) =>
    isOption(option) ? [[name, option] as const] : [],
  )
  return { strategy, options: Object.fromEntries(entries) }
}

function isOption(value: unknown): value is Rendering['options'][string] {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string')
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}
