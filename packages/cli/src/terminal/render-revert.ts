import type { RevertData } from '../ledger/revert-run.ts'
import { numbered } from './figures.ts'
import { type Paint, plain } from './paint.ts'
import { glossary } from './table.ts'

/** Returns what became of taking a commit back, as text for a person. */
export function renderRevert(data: RevertData, { bad, good }: Paint): string {
  const { calls, commit, numbers, outcome, reason, run, subject, version } = data
  const { baseSuccesses = 0, candidateSuccesses = 0, measured = 0, probability, threshold } = numbers
  const ends = {
    committed: () => good(`taken back, as version ${version}`),
    refused: () => bad(`refused: ${plain(reason)}`),
    'already-gone': () => plain(reason),
  }
  const figures =
    probability === undefined || threshold === undefined
      ? []
      : [
          [
            'held out',
            `${count(baseSuccesses)} of ${measured} with it, ${count(candidateSuccesses)} of ${measured} without`,
          ] as const,
          [
            'probability',
            `${count(probability)} that it is better without; ${count(threshold)} is asked`,
          ] as const,
        ]
  return `${glossary([
    ['commit', `${commit.slice(0, 7)} ${plain(subject)}`],
    ['outcome', ends[outcome]()],
    ...figures,
    ['spent', numbered(calls, 'call')],
    ...(outcome === 'committed' ? [['next', `agentdescent apply ${run} --dry-run`] as const] : []),
  ])}\n`
}

function count(value: number): string {
  return String(Number(value.toFixed(4)))
}
