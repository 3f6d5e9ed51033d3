import { Buffer } from 'node:buffer'

/** Text shared with the secret, or with an encoding of it, is masked from this many characters on. */
const PLAIN_PART = 6
const ENCODED_PART = 8
const HIDDEN = '[hidden]'
/** A shorter key is a word such as `ollama`, which an answer may hold for reasons of its own. */
const ANSWER_KEY = 16
const ANSWER_PART = 12

/** Returns the mask for messages: it hides the secret, every longer part of it and its usual encodings in a text. */
export function secretMask(secret: string | undefined): (text: string) => string {
  if (secret === undefined || secret === '') return (text) => text
  const parts = [partsOf([secret], PLAIN_PART), partsOf(encodingsOf(secret), ENCODED_PART)]
  return (text) => withoutAbbreviations(withoutParts(text, parts), secret)
}

/** Returns the mask for answers, which must not be changed for less than a real key: it hides long parts of a long secret. */
export function answerMask(secret: string | undefined): (text: string) => string {
  if (secret === undefined || secret.length < ANSWER_KEY) return (text) => text
  const parts = [partsOf([secret, ...encodingsOf(secret)], ANSWER_PART)]
  return (text) => withoutParts(text, parts)
}

interface Parts {
  readonly length: number
  readonly texts: ReadonlySet<string>
}

function partsOf(forms: readonly string[], length: number): Parts {
  const shortest = Math.min(length, ...forms.map((form) => form.length))
  const texts = new Set<string>()
  for (const form of forms)
    for (let start = 0; start + shortest <= form.length; start += 1)
      texts.add(form.slice(start, start + shortest))
  return { length: shortest, texts }
}

/** Base64 of a text inside a longer one depends on where it starts, so there are three of it. */
function encodingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const shifted = [0, 1, 2].map((shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes])
    return padded
      .toString('base64')
      .replaceAll('=', '')
      .slice(shift === 0 ? 0 : shift + 1, -1)
  })
  const hex = bytes.toString('hex')
  return [
    ...shifted,
    ...shifted.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    hex,
    hex.toUpperCase(),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]
}

function withoutParts(text: string, allParts: readonly Parts[]): string {
  const hidden = Array.from({ length: text.length }, () => false)
  for (const { length, texts } of allParts)
    for (let start = 0; start + length <= text.length; start += 1)
      if (texts.has(text.slice(start, start + length))) hidden.fill(true, start, start + length)
  let masked = ''
  for (let index = 0; index < text.length; index += 1)
    if (hidden[index] !== true) masked += text.charAt(index)
    else if (index === 0 || hidden[index - 1] !== true) masked += HIDDEN
  return masked
}

/** Providers quote a rejected key as its first and last characters around stars or dots. */
function withoutAbbreviations(text: string, secret: string): string {
  const head = secret.slice(0, 3)
  const tail = secret.slice(-3)
  return text
    .split(/(\s+)/)
    .map((word) => (isAbbreviated(word) && (word.includes(head) || word.includes(tail)) ? HIDDEN : word))
    .join('')
}

function isAbbreviated(word: string): boolean {
  return word.includes('**') || word.includes('...') || word.includes('…')
}
