import type { ScreenPolicy } from '../../policies/screen/screen.ts'
import type { Check } from '../check.ts'
import { claimEqual } from '../claims.ts'
import { artifactOf, cardOf } from '../evidence-fixtures.ts'
import { policyChecks } from './policy-checks.ts'

/** Returns every claim that a screen must meet. */
export function screenContract(): readonly Check<ScreenPolicy>[] {
  return [
    ...policyChecks<ScreenPolicy>((rule, step) => answerTo(rule, step)),
    {
      name: 'gives a sentence for every refusal',
      run: (make) => {
        for (let step = 0; step < 8; step++) {
          const answer = answerTo(make(), step)
          const isSentence = answer === undefined || /^\S[^\n]*[.!?]$/.test(answer)
          claimEqual(isSentence, true, `${JSON.stringify(answer)} is one sentence`)
        }
      },
    },
    {
      name: 'judges a card by itself, whatever it judged before',
      run: (make) => {
        const rule = make()
        const answers = Array.from({ length: 8 }, (_, step) => answerTo(rule, step))
        const again = answers.map((_, index) => answerTo(rule, answers.length - 1 - index)).toReversed()
        claimEqual(again, answers, 'answers in the other order')
      },
    },
  ]
}

function answerTo(rule: ScreenPolicy, step: number): string | undefined {
  const value = step % 3 === 0 ? null : 'x'.repeat(step * 1000)
  return rule.screen(cardOf(`d${step}`, [[`key ${step % 4}`, value]]), artifactOf([['key 1', 'old']]))
}
