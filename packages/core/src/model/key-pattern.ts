/** One step of a pattern: from each position of the text it can start at, where it can end. */
type Step = (text: readonly string[], starts: readonly boolean[]) => boolean[]

/**
 * Returns whether a key matches the pattern, case-sensitively and from end to end: `*` and `?` stay inside a segment, `**` crosses
 * segments, `**` with a slash also stands for nothing, `[…]` is one character of a set (`[!…]` of none).
 * A pattern without `*` and `?` also covers everything below it.
 *
 * Takes at most pattern length times key length steps, whatever either holds.
 */
export function keyPattern(pattern: string): (key: string) => boolean {
  const isPlain = !pattern.includes('*') && !pattern.includes('?')
  const steps = stepsOf([...(isPlain ? pattern.replace(/\/+$/, '') : pattern)])
  const below = [...steps, literal('/'), deep]
  return (key) => reachesEnd(steps, key) || (isPlain && reachesEnd(below, key))
}

function reachesEnd(steps: readonly Step[], key: string): boolean {
  const text = [...key]
  const start = [true, ...text.map(() => false)]
  return steps.reduce((positions, step) => step(text, positions), start)[text.length] === true
}

function stepsOf(pattern: readonly string[]): readonly Step[] {
  const steps: Step[] = []
  for (let at = 0; at < pattern.length; ) {
    const { step, length } = stepAt(pattern, at)
    steps.push(step)
    at += length
  }
  return steps
}

function stepAt(pattern: readonly string[], at: number): { readonly step: Step; readonly length: number } {
  const character = pattern[at] ?? ''
  if (character === '?') return { step: single((next) => next !== '/'), length: 1 }
  if (character === '[') return setAt(pattern, at)
  if (character !== '*') return { step: literal(character), length: 1 }
  if (pattern[at + 1] !== '*') return { step: many, length: 1 }
  return pattern[at + 2] === '/' ? { step: folders, length: 3 } : { step: deep, length: 2 }
}

/** A set that is never closed is the bracket itself; a closing bracket right at its start belongs to it. */
function setAt(pattern: readonly string[], at: number): { readonly step: Step; readonly length: number } {
  const isNegated = pattern[at + 1] === '!'
  const first = at + (isNegated ? 2 : 1)
  const end = pattern.indexOf(']', first + 1)
  if (end < 0) return { step: literal('['), length: 1 }
  const members = pattern.slice(first, end)
  return {
    step: single((next) => next !== '/' && holds(members, next) !== isNegated),
    length: end - at + 1,
  }
}

function holds(members: readonly string[], character: string): boolean {
  for (let at = 0; at < members.length; ) {
    const [first = '', dash, last] = members.slice(at, at + 3)
    const isRange = dash === '-' && last !== undefined
    if (isRange ? character >= first && character <= last : character === first) return true
    at += isRange ? 3 : 1
  }
  return false
}

function literal(character: string): Step {
  return single((next) => next === character)
}

function single(accepts: (character: string) => boolean): Step {
  return (text, starts) => [false, ...text.map((next, at) => starts[at] === true && accepts(next))]
}

function many(text: readonly string[], starts: readonly boolean[]): boolean[] {
  return spread(starts, (open, at) => open && text[at - 1] !== '/')
}

function deep(_text: readonly string[], starts: readonly boolean[]): boolean[] {
  return spread(starts, (open) => open)
}

/** Ends where it started, or behind any later slash. */
function folders(text: readonly string[], starts: readonly boolean[]): boolean[] {
  const reached = deep(text, starts)
  return starts.map((start, at) => start || (text[at - 1] === '/' && reached[at - 1] === true))
}

/** Returns each start, and each position that `goesOn` extends it to. */
function spread(starts: readonly boolean[], goesOn: (open: boolean, at: number) => boolean): boolean[] {
  let open = false
  return starts.map((start, at) => {
    open = start || goesOn(open, at)
    return open
  })
}
