import type { Rendering } from '../model/artifact.ts'
import { appendRules } from './append-rules.ts'
import { keyedRules } from './keyed-rules.ts'
import { singleSlot } from './single-slot.ts'
import type { Strategy } from './strategy.ts'

/** Returns a strategy that renders as the one did which has this rendering; undefined for a name or options that are not ours. */
export function strategyOf({ strategy, options }: Rendering): Strategy | undefined {
  const { key, emptyRender, title, categories } = options
  if (strategy === 'single-slot' && isText(key) && isText(emptyRender))
    return singleSlot({ key, emptyRender })
  if (strategy === 'append-rules' && isText(title)) return appendRules({ title })
  if (strategy === 'keyed-rules' && isText(title) && Array.isArray(categories) && categories.every(isText))
    return keyedRules({ title, categories })
  return undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
