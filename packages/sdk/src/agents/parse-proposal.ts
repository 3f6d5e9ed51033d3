import type { ProposalDraft } from '@agentdescent/core'
import { fencedBlock, unfenced } from './fence.ts'

const RATIONALE_CHARS = 500

/**
 * Returns the proposal in a model's reply, or `undefined` when the model has none. Looks between the tags, of which the
 * last pair counts and the closing one may be missing, then under the tag's name in a JSON object, then in the last fenced block,
 * then takes a short reply whole.
 */
export function parseProposal(reply: string, tag: string): ProposalDraft | undefined {
  if (/^\s*NONE\b/i.test(reply)) return undefined
  const found = tagged(reply, tag) ?? member(reply, tag) ?? fenced(reply) ?? whole(reply)
  const text = withoutQuotes(unfenced(found.text))
  if (text.trim() === '' || /^\s*NONE\s*$/i.test(text)) return undefined
  const rationale = rationaleIn(reply, found.before)
  return rationale === '' ? { text } : { text, rationale }
}

interface Found {
  readonly text: string
  /** What stands in front of it. */
  readonly before: string
}

function tagged(reply: string, tag: string): Found | undefined {
  const tags = tagsIn(reply, tag)
  for (const [index, { start, end, isClosing }] of [...tags.entries()].reverse()) {
    if (isClosing) continue
    const text = reply.slice(end, tags[index + 1]?.start ?? reply.length)
    if (text.trim() !== '') return { text, before: reply.slice(0, start) }
  }
  const [first] = tags
  if (first === undefined) return undefined
  const before = reply.slice(0, first.start)
  return { text: first.isClosing ? withoutDifference(before) : '', before }
}

interface FoundTag {
  readonly start: number
  readonly end: number
  readonly isClosing: boolean
}

/** Models vary case, brackets and the separator inside a tag's name, and forget the last bracket of a closing one. */
function tagsIn(reply: string, tag: string): readonly FoundTag[] {
  const name = tag
    .split(/[\s_-]+/)
    .map((word) => word.replaceAll(/[^A-Za-z0-9]/g, String.raw`\$&`))
    .join('[ _-]?')
  const pattern = new RegExp(String.raw`[<\[](?:${name}[>\]]|/ ?${name}[>\]]?)`, 'gi')
  return [...reply.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    isClosing: match[0].charAt(1) === '/',
  }))
}

/** Models that were trained on structured output answer with an object, fenced or not. */
function member(reply: string, tag: string): Found | undefined {
  const text = unfenced(fencedBlock(reply)?.text ?? reply)
  if (!text.startsWith('{')) return undefined
  try {
    const object: unknown = JSON.parse(text)
    if (typeof object !== 'object' || object === null) return undefined
    const value: unknown = Object.getOwnPropertyDescriptor(object, tag)?.value
    const difference: unknown = Object.getOwnPropertyDescriptor(object, 'difference')?.value
    const before = typeof difference === 'string' ? `<difference>${difference}</difference>` : ''
    return { text: typeof value === 'string' ? value : '', before }
  } catch {
    return undefined
  }
}

function fenced(reply: string): Found | undefined {
  const found = fencedBlock(reply)
  return found === undefined ? undefined : { text: found.text, before: reply.slice(0, found.start) }
}

/** A longer reply without a tag or a fence is talk, or repeats what it was shown. */
const WHOLE_CHARS = 800

function whole(reply: string): Found {
  const text = withoutDifference(reply).trim()
  return { text: text.length > WHOLE_CHARS ? '' : text, before: reply }
}

const DIFFERENCE = /<difference>([^]*?)(?:<\/difference>|$)/i

/** Models announce an instruction that they put into no tag. */
const ANNOUNCED = /\b(?:new|better|improved|revised) (?:instruction|prompt)\b[^:\n]{0,40}:/gi

function withoutDifference(reply: string): string {
  const text = reply.replace(DIFFERENCE, '')
  const last = [...text.matchAll(ANNOUNCED)].at(-1)
  return last === undefined ? text : text.slice(last.index + last[0].length)
}

function rationaleIn(reply: string, before: string): string {
  const text = DIFFERENCE.exec(before)?.[1] ?? (before === reply ? '' : before)
  return text
    .replaceAll(/<[^<>]*>|```\w*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, RATIONALE_CHARS)
}

function withoutQuotes(text: string): string {
  const trimmed = text.trim()
  const [first = '', last = ''] = [trimmed.at(0), trimmed.at(-1)]
  const inner = trimmed.slice(1, -1)
  const isQuoted = trimmed.length > 2 && ['""', "''", '“”', '``'].includes(first + last)
  return isQuoted && !inner.includes(first) && !inner.includes(last) ? inner.trim() : text
}
