import type { PushResult } from '@agentdescent/sdk'
import { type Paint, plain } from './paint.ts'
import { glossary } from './table.ts'

/** Returns what a push came to as text for a person. */
export function renderPush({ ledger, remote, branches }: PushResult, { heading }: Paint): string {
  const rows = branches.map(({ branch, to, outcome }): [string, string] => [
    branch,
    branch === to ? outcome : `${outcome}, as ${to}`,
  ])
  return `${heading(`Pushed ${plain(ledger)} to ${plain(remote)}`)}\n${glossary(rows)}\n`
}
