import { LedgerError, shown } from '../model/errors.ts'

/** What a commit says: a line a person reads, and trailers a program reads. */
export interface CommitMessage {
  /** One line, at most 200 characters. */
  readonly subject: string
  /** Free text; lines are kept, trailing blanks are not. */
  readonly body?: string
  /** `Token: value` lines; tokens match `[A-Za-z][A-Za-z0-9-]*`, values hold no line break. */
  readonly trailers: readonly (readonly [token: string, value: string])[]
}

/** What the first commit of every branch says. */
export const genesisMessage: CommitMessage = {
  subject: 'genesis',
  trailers: [['AgentDescent-Format', '1']],
}

const SUBJECT_LIMIT = 200

/**
 * Returns the message as every store keeps it: line ends are `\n`, lines end in no blank, no blank line leads or ends the body.
 * @throws LedgerError `bad-message`
 */
export function canonicalMessage(message: CommitMessage): CommitMessage {
  const subject = checkedLine(message.subject, 'message.subject')
  if (subject === '' || subject.length > SUBJECT_LIMIT)
    throw badMessage('message.subject', subject, `A subject has 1 to ${SUBJECT_LIMIT} characters`)
  const trailers = message.trailers.map(
    ([token, value]) => [checkedToken(token), checkedLine(value, token)] as const,
  )
  const body = canonicalBody(message.body ?? '')
  return body === '' ? { subject, trailers } : { subject, body, trailers }
}

/** Returns a canonical message as one text: subject, body and trailers, each set off by a blank line. */
export function messageText({ subject, body, trailers }: CommitMessage): string {
  const lines = trailers.map(([token, value]) => `${token}: ${value}`)
  const parts = [subject, body, lines.join('\n')].filter((part) => part !== undefined && part !== '')
  return `${parts.join('\n\n')}\n`
}

/** Returns the message of a text that `messageText` wrote with at least one trailer; foreign text gives what it can. */
export function parseMessageText(text: string): CommitMessage {
  const [subject = '', ...rest] = text.trimEnd().split('\n\n')
  const trailers = (rest.at(-1) ?? '').split('\n').flatMap(parseTrailer)
  const body = (trailers.length === 0 ? rest : rest.slice(0, -1)).join('\n\n')
  return body === '' ? { subject, trailers } : { subject, body, trailers }
}

function parseTrailer(line: string): (readonly [string, string])[] {
  const match = /^([A-Za-z][A-Za-z0-9-]*): ?(.*)$/.exec(line)
  return match === null ? [] : [[match[1] ?? '', match[2] ?? '']]
}

function canonicalBody(body: string): string {
  if (!body.isWellFormed() || body.includes('\0'))
    throw badMessage('message.body', body, 'A body is well-formed text without NUL')
  const lines = body.split(/\r\n|\r|\n/).map((line) => line.trimEnd())
  const first = lines.findIndex((line) => line !== '')
  return lines.slice(Math.max(0, first)).join('\n').trimEnd()
}

function checkedToken(token: string): string {
  if (/^[A-Za-z][A-Za-z0-9-]*$/.test(token)) return token
  throw badMessage('message.trailers', token, 'A trailer token matches [A-Za-z][A-Za-z0-9-]*')
}

function checkedLine(line: string, argument: string): string {
  if (line.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(line)) return line.trim()
  throw badMessage(
    argument,
    line,
    'A subject or trailer is one line of well-formed text without control characters',
  )
}

function badMessage(argument: string, value: string, rule: string): LedgerError {
  return new LedgerError({
    code: 'bad-message',
    argument,
    value: shown(value),
    message: `${rule}; ${argument} is ${shown(value)}.`,
  })
}
