/** Why a model gave no answer although it was asked properly: what the artifact made it do, so it counts as evidence. */
export type NoAnswerReason = 'truncated' | 'refused' | 'empty'

const MARK = 'AGENTDESCENT_NO_ANSWER'

/** Returns the output that stands for a missing answer; what did arrive follows, for a reader. */
export function noAnswer(reason: NoAnswerReason, partialText = ''): string {
  return `${MARK} (${reason})\n${partialText}`
}

/** Says whether an output stands for a missing answer. Every scorer gives it 0, so that nobody wins by echoing the mark. */
export function isNoAnswer(output: string): boolean {
  return output.startsWith(MARK)
}

/** Returns an output as a person or a model should read it. */
export function readableOutput(output: string): string {
  if (!isNoAnswer(output)) return output
  const lineEnd = output.indexOf('\n')
  const partialText = output.slice(lineEnd + 1)
  const reason = output.slice(MARK.length, lineEnd).trim()
  return partialText === '' ? `no answer ${reason}` : `${partialText}\n... no answer ${reason}`
}
