// A key that is a safe relative path is its own path. What git, Windows or macOS would refuse, hide or confuse is `%XX`, the bytes
// of its UTF-8. Four marks follow a `%`, and none changes what key a path means: `%-` an empty segment, `…%_` a segment that goes
// on in the next name, `…%~hash` a name whose plain form was taken, `%+hh` a directory that only spreads its entries.

/** A file system takes 255 bytes; the rest is for the marks. */
const NAME_BYTES = 200

/** Git reads no tree deeper than 2,048; what lies deeper than this in a key is one name with its slashes escaped. */
const DIRECTORY_LIMIT = 40

/** Opening letters of names with a meaning of their own: devices of Windows, git's own files, a bare repository's HEAD. */
const RESERVED = /^(?:(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|$)|\.git|head$)/i

/** Control and format characters, blanks but the space, and what Windows and git refuse. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}%~/\\:*?"<>|]|(?! )\p{Zs}/gu

/** Returns the names of the key's path: the last is the file, those before it are directories. */
export function namesOf(key: string): readonly string[] {
  const segments = key.split('/')
  const deepest = segments.slice(DIRECTORY_LIMIT).join('/')
  const kept = segments.length > DIRECTORY_LIMIT ? [...segments.slice(0, DIRECTORY_LIMIT), deepest] : segments
  return kept.flatMap(namesOfSegment)
}

/** Returns the key of a path; undefined when no key has it. */
export function keyOf(names: readonly string[]): string | undefined {
  let key = ''
  for (const name of names.filter((each) => !SPREAD.test(each))) {
    const plain = name.replace(/%~[0-9a-f]+$/, '')
    const isContinued = plain.endsWith('%_')
    const text = decoded(isContinued ? plain.slice(0, -2) : plain)
    if (text === undefined) return undefined
    key += isContinued ? text : `${text}/`
  }
  return key.endsWith('/') ? key.slice(0, -1) : undefined
}

const SPREAD = /^%\+[0-9a-f]{2}$/

/** Returns the directory that takes the names whose hash begins with these two hex digits. */
export function spreadName(digits: string): string {
  return `%+${digits}`
}

export function isSpreadName(name: string): boolean {
  return SPREAD.test(name)
}

/** Returns the name to use instead of one whose plain form another entry has. */
export function alternativeName(name: string, hash: string): string {
  return `${name}%~${hash}`
}

/** Returns what two names share when some file system takes them for one. */
export function foldedName(name: string): string {
  return name.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC')
}

function namesOfSegment(segment: string): readonly string[] {
  if (segment === '') return ['%-']
  const whole = encodedName(segment)
  if (Buffer.byteLength(whole) <= NAME_BYTES) return [whole]
  const pieces: string[] = []
  let piece = ''
  for (const character of segment) {
    if (Buffer.byteLength(encodedName(piece + character)) > NAME_BYTES) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces.map((each) => `${encodedName(each)}%_`), encodedName(piece)]
}

function encodedName(text: string): string {
  const safe = text.replaceAll(UNSAFE, escaped)
  const guarded = RESERVED.test(safe) || /^[- ]/.test(safe) ? escaped(safe.charAt(0)) + safe.slice(1) : safe
  return /^\.{1,2}$|[. ]$/.test(guarded) ? guarded.replaceAll(/^\.(?=\.$)|[. ]$/g, escaped) : guarded
}

function escaped(character: string): string {
  return [...Buffer.from(character, 'utf8')]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
}

/** Returns the text of a name without marks; undefined for a `%` that escapes nothing, and for bytes that are no UTF-8. */
function decoded(name: string): string | undefined {
  if (name === '%-') return ''
  if (/%(?![0-9A-F]{2})/.test(name)) return undefined
  try {
    return name.replaceAll(/(?:%[0-9A-F]{2})+/g, (run) =>
      utf8.decode(Buffer.from(run.replaceAll('%', ''), 'hex')),
    )
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
