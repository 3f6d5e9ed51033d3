import type { Completion } from '../completion.ts'
import { openaiCompatible } from '../providers/openai-compatible/openai-compatible.ts'
import type { ProviderOptions } from '../providers/provider-options.ts'

/** What a spec can say to any provider. */
export interface NamedProviderOptions extends ProviderOptions {
  readonly body?: Readonly<Record<string, unknown>>
}

export const providerNames = ['openai-compatible'] as const

export type ProviderName = (typeof providerNames)[number]

/** Returns the completion of a provider by its name in specs. @throws OptionError for an option that cannot be. */
export function providerNamed(name: ProviderName, options: NamedProviderOptions): Completion {
  switch (name) {
    case 'openai-compatible':
      return openaiCompatible(options)
    default:
      return name satisfies never
  }
}
