import { IntList } from './int-list.ts'

/**
 * Cuts a text into tokens and returns where each starts, with the text's length as the last entry.
 * The tokens of any splitter, joined, are the text.
 */
export type Splitter = (text: Uint8Array) => Int32Array

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Cuts after each line terminator: LF, CRLF, or a CR that no LF follows. */
export function splitLines(text: Uint8Array): Int32Array {
  const starts = new IntList(text.length / 24 + 2)
  starts.push(0)
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]
    if (byte === LINE_FEED || (byte === CARRIAGE_RETURN && text[at + 1] !== LINE_FEED)) starts.push(at + 1)
  }
  return closed(starts, text.length)
}

/**
 * Cuts into sentences and the white space between them. A sentence ends after a full-width terminator, before
 * white space that follows a terminator (and its closing quotes, brackets or emphasis), and before white space
 * that holds a line break.
 */
export function splitSentences(text: Uint8Array): Int32Array {
  const starts = new IntList(text.length / 32 + 2)
  starts.push(0)
  for (let at = 0; at < text.length; ) {
    const end = isSpace(text[at]) ? endOfSpace(text, at) : endOfSentence(text, at)
    starts.push(end)
    at = end
  }
  return closed(starts, text.length)
}

/** Cuts into words, each with the white space after it; white space at the start is a token of its own. */
export function splitWords(text: Uint8Array): Int32Array {
  const starts = new IntList(text.length / 5 + 2)
  starts.push(0)
  for (let at = 0; at < text.length; ) {
    while (at < text.length && !isSpace(text[at])) at += 1
    at = endOfSpace(text, at)
    starts.push(at)
  }
  return closed(starts, text.length)
}

function endOfSentence(text: Uint8Array, from: number): number {
  let at = from
  while (at < text.length) {
    if (isSpace(text[at])) {
      const end = endOfSpace(text, at)
      if (followsTerminator(text, from, at) || hasLineBreak(text, at, end)) return at
      at = end
    } else if (endsWideSentence(text, at)) return at + 3
    else at += 1
  }
  return text.length
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
function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d)
}

/** The starts, ended by the text's length exactly once. */
function closed(starts: IntList, length: number): Int32Array {
  if (starts.view().at(-1) !== length) starts.push(length)
  return starts.view()
}
