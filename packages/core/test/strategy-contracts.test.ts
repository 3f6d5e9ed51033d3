import { describe, expect, test } from 'vitest'
import { appendRules } from '../src/strategies/append-rules.ts'
import { keyedRules } from '../src/strategies/keyed-rules.ts'
import { singleSlot } from '../src/strategies/single-slot.ts'
import type { Strategy } from '../src/strategies/strategy.ts'
import { failedChecks } from '../src/testing/check.ts'
import { strategyContract } from '../src/testing/strategy-contract.ts'
import * as wrongStrategies from '../src/testing/wrong/strategies.ts'

const proposals = [
  'Be brief.',
  'Be kind.',
  'Be brief.\n- Be kind.',
  'Be kind.\n- Be brief.',
  'method: sort first\n## units\nmetric',
  'Units: metric',
  'Straße: über die Brücke',
  '## heading',
  '\\## heading',
]
const checks = strategyContract(proposals)

const strategies: Readonly<Record<string, () => Strategy>> = {
  appendRules,
  singleSlot,
  'singleSlot with a text': () => singleSlot({ initial: 'Answer.', key: 'prompt' }),
  keyedRules: () => keyedRules({ categories: ['method', ' Units ', 'c++', 'straße'] }),
}

describe.each(Object.entries(strategies))('%s', (_, make) => {
  test.each(checks)('$name', ({ run }) => run(make))
})

test.each(Object.entries(wrongStrategies))('the strategy suite rejects %s', async (_, make) => {
  expect(await failedChecks(checks, make)).not.toEqual([])
})
