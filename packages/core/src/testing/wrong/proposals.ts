import type { ProposalPolicy } from '../../policies/proposal/proposal.ts'

/** Asks twice and hands both texts on. */
export function doubleProposal(): ProposalPolicy {
  return {
    name: 'double',
    propose: async ({ ask }) => [await ask(), await ask()].filter((draft) => draft !== undefined),
  }
}

/** Takes a blank text for a proposal. */
export function blankProposal(): ProposalPolicy {
  return {
    name: 'blank',
    propose: async ({ ask }) => {
      const draft = await ask()
      return draft === undefined ? [] : [draft]
    },
  }
}
