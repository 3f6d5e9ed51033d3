import type { ProposalDraft } from '../../model/rollout.ts'
import type { ProposalContext, ProposalPolicy } from '../../policies/proposal/proposal.ts'
import type { Check } from '../check.ts'
import { claimEqual } from '../claims.ts'
import { taskOf } from '../evidence-fixtures.ts'
import { policyChecks } from './policy-checks.ts'

/** Returns every claim that a proposal rule must meet. */
export function proposalContract(): readonly Check<ProposalPolicy>[] {
  return [
    ...policyChecks<ProposalPolicy>((rule, step) => rule.propose(contextOf({ text: `be brief ${step}` }))),
    {
      name: 'returns the draft of the proposer as it is, and only one',
      run: async (make) => {
        const draft = { text: ' Be brief. ', rationale: 'answers were long' }
        claimEqual(await make().propose(contextOf(draft)), [draft], 'drafts')
      },
    },
    {
      name: 'proposes nothing when the proposer has nothing to say',
      run: async (make) => {
        for (const draft of [undefined, { text: '' }, { text: ' \n\t' }])
          claimEqual(await make().propose(contextOf(draft)), [], `drafts for ${JSON.stringify(draft)}`)
      },
    },
    {
      name: 'lets the failure of the proposer through',
      run: async (make) => {
        const failure = new Error('the model is down')
        const ask = (): Promise<never> => Promise.reject(failure)
        const outcome = await make()
          .propose({ ...contextOf(undefined), ask })
          .then(
            () => 'absorbed',
            (error: unknown) => error === failure,
          )
        claimEqual(outcome, true, 'the same error')
      },
    },
  ]
}

function contextOf(draft: ProposalDraft | undefined): ProposalContext {
  return {
    rendered: '(no instruction yet)',
    task: taskOf('a'),
    output: 'a long answer',
    reward: 0,
    baseVersion: 1,
    history: [],
    ask: () => Promise.resolve(draft),
  }
}
