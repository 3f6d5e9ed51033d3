import { AgentDescentError, messageOf } from '@agentdescent/core/errors'

/** Raised when a field changes its meaning or goes away. */
const SCHEMA_VERSION = 1

/** Returns what `--json` prints: one document, the same envelope for every command. */
export function jsonDocument(command: string, data: object): string {
  return `${JSON.stringify({ schemaVersion: SCHEMA_VERSION, command, data }, null, 2)}\n`
}

/** Returns what `--json` prints in place of the data when the command failed. */
export function jsonFailure(command: string, error: unknown): string {
  const details = error instanceof AgentDescentError ? error : undefined
  const failure = {
    code: details?.code ?? 'internal',
    message: messageOf(error),
    argument: details?.argument,
    value: details?.value,
    fix: details?.fix,
  }
  return `${JSON.stringify({ schemaVersion: SCHEMA_VERSION, command, error: failure }, null, 2)}\n`
}
