import { stateOf, type Strategy } from '../../src/index.ts'
import { ruleOf } from '../evolve/landscape.ts'
import type { Given, OptionRow, Seen } from './option-bench.ts'

const RULE_LENGTH = ruleOf(0).length
const outcomes = ({ result }: Seen): unknown => result.reports.map(({ outcome }) => outcome)
const region = (trustRegion: object) => (): Given => ({ merge: { trustRegion } })

/** Writes every proposal under several keys. */
function spread(keys: number): Strategy {
  return {
    name: 'spread',
    initial: () => stateOf([]),
    render: (state) => [...state].map(([, value]) => value).join('\n'),
    toEdits: (_state, text) =>
      new Map(Array.from({ length: keys }, (_, index) => [`${text.slice(0, 6)} ${index}`, text])),
  }
}

/** Merges alternate, round by round, between a text that is too long and one that helps nobody. */
function alternating(): Given {
  let round = 0
  return {
    onEvent: (event: { readonly type: string; readonly round?: unknown }) => {
      if (event.type === 'round-start') round = Number(event.round)
    },
    propose: () => (round % 2 === 0 ? `${round} ${'long '.repeat(20)}` : `${round}`),
  }
}

/** Every merge is vetoed, so that the limits only shrink. */
const vetoed = (): Given => ({ artifact: { blastRadius: 0.9 }, evaluation: { oracle: () => 0.5 } })

const growing = { window: 1, widen: 2, minimum: { maxCharacters: 1 } }
const shrinking = { window: 1, minimum: { maxCharacters: 1 } }
const adaptive = (start: object, settings: object) => region({ ...start, adaptive: settings })

const short = { maxCharacters: RULE_LENGTH - 1 }
const long = { maxCharacters: 2 * RULE_LENGTH }

export const trustRegionRows: readonly OptionRow[] = [
  {
    path: 'merge.trustRegion.maxEdits',
    both: () => ({ strategy: spread(2) }),
    given: region({ maxEdits: 1 }),
    see: outcomes,
  },
  { path: 'merge.trustRegion.maxCharacters', given: region(short), see: outcomes },
  {
    path: 'merge.trustRegion.adaptive.minimum.maxEdits',
    both: () => ({ ...vetoed(), strategy: spread(2), ...adaptive({ maxEdits: 4 }, shrinking)() }),
    given: adaptive({ maxEdits: 4 }, { ...shrinking, minimum: { maxCharacters: 1, maxEdits: 2 } }),
    see: outcomes,
  },
  {
    path: 'merge.trustRegion.adaptive.minimum.maxCharacters',
    both: () => ({ ...vetoed(), ...adaptive(long, shrinking)() }),
    given: adaptive(long, { ...shrinking, minimum: { maxCharacters: RULE_LENGTH } }),
    see: outcomes,
  },
  {
    path: 'merge.trustRegion.adaptive.maximum.maxEdits',
    both: () => ({ strategy: spread(3), ...adaptive({ maxEdits: 1 }, growing)() }),
    given: adaptive({ maxEdits: 1 }, { ...growing, maximum: { maxEdits: 2 } }),
    see: outcomes,
  },
  {
    path: 'merge.trustRegion.adaptive.maximum.maxCharacters',
    both: adaptive(short, growing),
    given: adaptive(short, { ...growing, maximum: short }),
    see: outcomes,
  },
  {
    path: 'merge.trustRegion.adaptive.window',
    both: adaptive(short, growing),
    given: adaptive(short, { ...growing, window: 3 }),
    see: outcomes,
  },
  {
    path: 'merge.trustRegion.adaptive.widen',
    both: adaptive({ maxCharacters: 5 }, growing),
    given: adaptive({ maxCharacters: 5 }, { ...growing, widen: 8 }),
    see: outcomes,
  },
  {
    path: 'merge.trustRegion.adaptive.tighten',
    both: () => ({ ...vetoed(), ...adaptive(long, shrinking)() }),
    given: adaptive(long, { ...shrinking, tighten: 0.1 }),
    see: outcomes,
  },
  {
    path: 'merge.trustRegion.adaptive.widenAt',
    both: () => ({ ...alternating(), ...adaptive({ maxCharacters: 60 }, { ...growing, window: 2 })() }),
    given: adaptive({ maxCharacters: 60 }, { ...growing, window: 2, widenAt: 1 }),
    see: outcomes,
  },
]
