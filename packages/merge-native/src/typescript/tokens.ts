/**
 * Returns where the token that starts at `from` ends, beyond `from` and at most at the text's end. The tokens of a
 * text, joined, are the text.
 */
export type EndOfToken = (text: Uint8Array, from: number) => number

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Ends a line after its terminator: LF, CRLF, or a CR that no LF follows. */
export function endOfLine(text: Uint8Array, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const byte = text[at] ?? 0
    if (byte > CARRIAGE_RETURN) continue
    if (byte === LINE_FEED || (byte === CARRIAGE_RETURN && text[at + 1] !== LINE_FEED)) return at + 1
  }
  return text.length
}

/**
 * Ends a sentence or the white space between two. A sentence ends after a full-width terminator, before white space
 * that follows a terminator (and its closing quotes, brackets or emphasis), and before white space that holds a line
 * break.
 */
export function endOfSentence(text: Uint8Array, from: number): number {
  if (isSpace(text[from])) return endOfSpace(text, from)
  for (let at = from; at < text.length; ) {
    if (isSpace(text[at])) {
      const end = endOfSpace(text, at)
      if (followsTerminator(text, from, at) || hasLineBreak(text, at, end)) return at
      at = end
    } else if (endsWideSentence(text, at)) return at + 3
    else at += 1
  }
  return text.length
}

/** Ends a word after the white space that follows it; white space at the start of a text is a token of its own. */
export function endOfWord(text: Uint8Array, from: number): number {
  let at = from
  while (at < text.length && !isSpace(text[at])) at += 1
  return endOfSpace(text, at)
}

function endOfSpace(text: Uint8Array, from: number): number {
  let at = from
  while (at < text.length && isSpace(text[at])) at += 1
  return at
}

function hasLineBreak(text: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1)
    if (text[at] === LINE_FEED || text[at] === CARRIAGE_RETURN) return true
  return false
}

/** Whether `.`, `!` or `?` stands before `at`, with any closing marks in between. */
function followsTerminator(text: Uint8Array, from: number, at: number): boolean {
  let before = at - 1
  while (before > from && isClosingMark(text[before])) before -= 1
  const byte = text[before]
  return byte === 0x2e || byte === 0x21 || byte === 0x3f
}

/** `"`, `'`, `)`, `*`, `]`, `_` and the back quote. */
function isClosingMark(byte: number | undefined): boolean {
  return (
    byte === 0x22 ||
    byte === 0x27 ||
    byte === 0x29 ||
    byte === 0x2a ||
    byte === 0x5d ||
    byte === 0x5f ||
    byte === 0x60
  )
}

/** Whether the UTF-8 bytes of the ideographic full stop, or of a full-width `!` or `?`, start at `at`. */
function endsWideSentence(text: Uint8Array, at: number): boolean {
  const [first, second, third] = [text[at], text[at + 1], text[at + 2]]
  if (first === 0xe3) return second === 0x80 && third === 0x82
  return first === 0xef && second === 0xbc && (third === 0x81 || third === 0x9f)
}

/** Tab, line feed, vertical tab, form feed, carriage return and space. */
function isSpace(byte = 0): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
}
