import { describe, expect, test } from 'vitest'
import { plain } from './paint.ts'

const ESCAPE = String.fromCodePoint(0x1b)
const BELL = String.fromCodePoint(0x07)

describe('text of a model', () => {
  test.each([
    ['colours', `${ESCAPE}[31mred${ESCAPE}[0m`, 'red'],
    ['a cleared screen', `a${ESCAPE}[2J${ESCAPE}[Hb`, 'ab'],
    ['a hyperlink', `${ESCAPE}]8;;https://evil.example${BELL}click${ESCAPE}]8;;${BELL}`, 'click'],
    ['a hyperlink that ends in a string terminator', `${ESCAPE}]8;;x${ESCAPE}\\click`, 'click'],
    ['a clipboard write', `${ESCAPE}]52;c;ZXZpbA==${BELL}done`, 'done'],
    ['a command that never ends', `a${ESCAPE}]0;title`, 'a'],
    ['a carriage return that hides the line', 'safe\rrm -rf', 'saferm -rf'],
    ['a lone escape', `a${ESCAPE}b`, 'ab'],
    ['the eight-bit introducer', 'a\u009b31mb', 'a31mb'],
    ['a backspace', 'ab\bc', 'abc'],
    ['lines and tabs', 'a\n\tb', 'a\n\tb'],
    ['letters of any script', 'ü 漢 👩‍🚀', 'ü 漢 👩‍🚀'],
  ])('keeps nothing that steers a terminal: %s', (_, text, kept) => {
    expect(plain(text)).toBe(kept)
  })
})
