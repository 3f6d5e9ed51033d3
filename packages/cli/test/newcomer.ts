import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from './run-in-process.ts'

const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  billing: [
    'I was charged twice, please help',
    'Where is my invoice, number 12?',
    'The refund, 20 EUR, never came',
    'Why is there a fee on my card?',
    'My card was refused, "again"',
    'I need a receipt, please',
    'Can I pay by card, or bank?',
    'The invoice has the wrong name, sorry',
  ],
  shipping: [
    'The parcel, sent Monday, is lost',
    'My courier never rang',
    'When is the delivery, roughly?',
    'Tracking says "unknown"',
    'The parcel was wet, see photo',
    'Delivery to Malta, possible?',
    'The courier left it, outside',
    'tracking number, please',
  ],
  account: [
    'I forgot my password, help',
    'I cannot log in, since Tuesday',
    'Change my profile, please',
    'login loops, on "mobile"',
    'Reset the password, please',
    'profile picture, too large',
    'log in fails, error 5',
    'password mail, not received',
  ],
}

/**
 * Makes a folder with a CSV file as a spreadsheet writes it: byte order mark, CRLF, quoted commas and quotes, an empty line in
 * the middle, and a column called `Question `.
 */
export function newcomersFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agentdescent-newcomer-'))
  const teams = Object.keys(QUESTIONS)
  const rows = Array.from({ length: 8 }, (_, index) =>
    teams.map((team) => `${cell(QUESTIONS[team]?.[index] ?? '')},${team}`),
  ).flat()
  const lines = ['Question ,Answer', ...rows.slice(0, 4), '', ...rows.slice(4)]
  writeFileSync(join(folder, 'tickets.csv'), `\uFEFF${lines.join('\r\n')}\r\n`)
  return folder
}

/** The spec that `init` writes for it. */
export const SPEC = 'tickets.evolve.json'

/** Makes such a folder in which `init` has been run and the model been named. */
export async function prepared(): Promise<string> {
  const folder = newcomersFolder()
  await say(folder, ['init', 'tickets.csv', '--model', 'rules'])
  return folder
}

function cell(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
