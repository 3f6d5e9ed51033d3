import type { ProposalPolicy } from './proposal.ts'

/** Returns the proposal rule that asks the proposer once; an empty or blank text is no proposal. */
export function singleProposal(): ProposalPolicy {
  return {
    name: 'single-proposal',
    propose: async ({ ask }) => {
      const draft = await ask()
      return draft === undefined || draft.text.trim() === '' ? [] : [draft]
    },
  }
}
