import { describe, expect, test } from 'vitest'
import { fc, test as property } from '@fast-check/vitest'
import { parseProposal } from './parse-proposal.ts'

const TAG = 'new_instruction'
const ANSWER = 'Answer with True or False only.'

/** Replies as models write them, each of which means `ANSWER`. */
const replies: readonly (readonly [string, string])[] = [
  ['tags', `<new_instruction>${ANSWER}</new_instruction>`],
  ['tags on lines of their own', `<new_instruction>\n${ANSWER}\n</new_instruction>`],
  ['a preamble and a farewell', `Sure!\n<new_instruction>${ANSWER}</new_instruction>\nGood luck!`],
  ['no closing tag', `<difference>too long</difference>\n<new_instruction>\n${ANSWER}`],
  ['a closing tag without its bracket', `<new_instruction>${ANSWER}</new_instruction`],
  ['an opening tag as the closing one', `<new_instruction>${ANSWER}<new_instruction>`],
  ['another separator', `<new instruction>${ANSWER}</new-instruction>`],
  ['upper case', `<NEW_INSTRUCTION>${ANSWER}</NEW_INSTRUCTION>`],
  ['square brackets', `[new_instruction]${ANSWER}[/new_instruction]`],
  ['a closing tag alone', `<difference>too long</difference>\n${ANSWER}</new_instruction>`],
  [
    'two pairs, of which the last counts',
    `<new_instruction>Be nice.</new_instruction> or rather <new_instruction>${ANSWER}</new_instruction>`,
  ],
  ['a fence inside the tags', `<new_instruction>\n\`\`\`plaintext\n${ANSWER}\n\`\`\`\n</new_instruction>`],
  ['a tilde fence inside the tags', `<new_instruction>\n~~~\n${ANSWER}\n~~~\n</new_instruction>`],
  ['quotes inside the tags', `<new_instruction>"${ANSWER}"</new_instruction>`],
  ['a fence with a label and no tags', `Here it is:\n\n\`\`\`text\n${ANSWER}\n\`\`\`\nBye.`],
  ['several fences, of which the last counts', `\`\`\`\nold\n\`\`\`\nbecomes\n\`\`\`\n${ANSWER}\n\`\`\``],
  ['a fence that is not closed', `Here it is:\n\`\`\`\n${ANSWER}`],
  ['nothing but the instruction', ANSWER],
  ['a label', `New instruction: ${ANSWER}`],
  ['a JSON object', `{"difference":"too long","new_instruction":"${ANSWER}"}`],
  ['a fenced JSON object', `Sure:\n\`\`\`json\n{"new_instruction": "${ANSWER}"}\n\`\`\``],
  ['words that announce it', `They are too long. A better prompt for the model could be: "${ANSWER}"`],
]

describe('E7: a proposal in a reply', () => {
  test.each(replies)('is found with %s', (_, reply) => {
    expect(parseProposal(reply, TAG)?.text).toBe(ANSWER)
  })

  property.prop([fc.string({ unit: 'grapheme', maxLength: 200 }), fc.constantFrom('`', '~')])(
    'comes back whole from inside a fence long enough for it (E1)',
    (text, character) => {
      fc.pre(text.trim() !== '' && !/new[ _-]?instruction|^\s*NONE\s*$/i.test(text) && !isQuoted(text))
      let fence = character.repeat(3)
      while (text.includes(fence)) fence += character
      const reply = `Well.\n<new_instruction>\n${fence}plaintext\n${text}\n${fence}\n</new_instruction>`
      expect(parseProposal(reply, TAG)?.text).toBe(text)
    },
  )

  test('keeps a fence that is only a part of it', () => {
    const text = 'Answer like this:\n```\nTrue\n```\nand no longer.'
    expect(parseProposal(`<new_instruction>\n${text}\n</new_instruction>`, TAG)?.text).toBe(text)
  })

  test('comes with what the model said of the difference, at most 500 characters of it', () => {
    const tagged = `<difference>too\n long</difference><new_instruction>${ANSWER}</new_instruction>`
    expect(parseProposal(tagged, TAG)).toEqual({ text: ANSWER, rationale: 'too long' })
    const long = `${'because '.repeat(200)}<new_instruction>${ANSWER}</new_instruction>`
    expect(parseProposal(long, TAG)?.rationale).toHaveLength(500)
  })

  test.each([
    '',
    '  \n',
    'NONE',
    'none needed: all is well',
    '<new_instruction></new_instruction>',
    '<new_instruction>NONE</new_instruction>',
    'The cases differ. '.repeat(60),
    '{"answer": "no such name"}',
  ])('is absent from %s', (reply) => {
    expect(parseProposal(reply, TAG)).toBeUndefined()
  })

  test.each([
    '['.repeat(500_000),
    '<new_instruction>'.repeat(20_000),
    '`'.repeat(500_000),
    '<difference>'.repeat(20_000),
    `${'"'.repeat(500_000)}x`,
  ])('is looked for to the end of a hostile reply of up to 500,000 characters (%#)', (reply) => {
    expect(() => parseProposal(reply, TAG)).not.toThrow()
  })
})

function isQuoted(text: string): boolean {
  return /^["'“`]/.test(text.trim()) && /["'”`]$/.test(text.trim())
}
