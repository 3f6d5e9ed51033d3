const ENDS = new Set(['.', '!', '?', '"', "'"])

/** Returns the text without blanks and `. ! ? " '` at its ends, with single blanks and without case. */
export function normalise(text: string): string {
  return folded(withoutEnds(text).replaceAll(/\s+/g, ' '))
}

/** Walks from both ends: a pattern would look at a long run in the middle once per character. */
function withoutEnds(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isEnd(text.charAt(start))) start += 1
  while (end > start && isEnd(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function isEnd(character: string): boolean {
  return ENDS.has(character) || character.trim() === ''
}

/** Case folding by way of upper case, which also unites letters that lower case keeps apart, such as sharp s and ss. */
function folded(text: string): string {
  return text.toUpperCase().toLowerCase()
}
