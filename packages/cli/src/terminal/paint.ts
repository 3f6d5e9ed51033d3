import picocolors from 'picocolors'

/** Emphasis for a terminal; every function returns the text as it is where colour is not wanted. */
export interface Paint {
  heading(text: string): string
  good(text: string): string
  bad(text: string): string
  faint(text: string): string
}

export function paint(isColoured: boolean): Paint {
  const { bold, green, red, dim } = picocolors.createColors(isColoured)
  return { heading: bold, good: green, bad: red, faint: dim }
}

/** Says whether a stream wants colour: https://no-color.org and FORCE_COLOR, then whether it is a terminal that can. */
export function wantsColour(
  stream: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const { NO_COLOR: no = '', FORCE_COLOR: force = '', TERM: term = '' } = environment
  if (no !== '') return false
  if (force !== '') return force !== '0'
  return stream.isTTY === true && term !== 'dumb'
}

/** Returns text that may come from a model without what would steer a terminal: escape sequences and control characters but line feeds and tabs. */
export function plain(text: string): string {
  return text.replaceAll(ESCAPE_SEQUENCES, '').replaceAll(CONTROLS, '')
}

const ESCAPE = String.fromCodePoint(0x1b)
const BELL = String.fromCodePoint(0x07)
/** Operating system commands up to their end, then control sequences. */
const ESCAPE_SEQUENCES = new RegExp(
  `${ESCAPE}\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)?|${ESCAPE}\\[[0-?]*[ -/]*[@-~]`,
  'g',
)
const CONTROLS = /[^\P{Cc}\n\t]/gu
