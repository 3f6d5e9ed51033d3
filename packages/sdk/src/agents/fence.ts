/** A fenced block in a reply: its text, and where its opening line starts. */
export interface FencedBlock {
  readonly text: string
  readonly start: number
}

interface OpenFence {
  readonly mark: string
  readonly firstLine: number
}

/** Returns the text inside when the whole text is one fenced block, closed or not; otherwise the text, trimmed. */
export function unfenced(text: string): string {
  const trimmed = text.trim()
  const lines = trimmed.split('\n')
  const mark = openingMark(lines[0] ?? '')
  if (mark === undefined) return trimmed
  const closing = lines.findIndex((line, index) => index > 0 && isClosing(line, mark))
  if (closing < 0) return lines.slice(1).join('\n')
  return closing === lines.length - 1 ? lines.slice(1, closing).join('\n') : trimmed
}

/** Returns the last fenced block of a reply, if it has one; a block that is not closed ends with the reply. */
export function fencedBlock(reply: string): FencedBlock | undefined {
  const lines = reply.split('\n')
  let found: FencedBlock | undefined
  let open: OpenFence | undefined
  for (const [index, line] of lines.entries()) {
    const mark = openingMark(line)
    if (open === undefined && mark !== undefined) open = { mark, firstLine: index }
    else if (open !== undefined && isClosing(line, open.mark)) {
      found = blockBetween(lines, open.firstLine, index)
      open = undefined
    }
  }
  return open === undefined ? found : blockBetween(lines, open.firstLine, lines.length)
}

function blockBetween(lines: readonly string[], first: number, end: number): FencedBlock {
  const before = lines.slice(0, first).join('\n')
  return { text: lines.slice(first + 1, end).join('\n'), start: first === 0 ? 0 : before.length + 1 }
}

/** Three or more backticks or tildes, and an info string without backticks. */
function openingMark(line: string): string | undefined {
  return /^\s{0,3}(`{3,}|~{3,})[^`]*$/.exec(line)?.[1]
}

/** A closing fence is of the same character, at least as long, and alone on its line. */
function isClosing(line: string, mark: string): boolean {
  const text = line.trim()
  return text.length >= mark.length && text === mark.charAt(0).repeat(text.length)
}
