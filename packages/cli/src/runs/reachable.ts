import type { RunSetup } from '@agentdescent/sdk'

/** Throws what would keep the first request from being sent: a key that is not set, a base URL that is none. */
export function refuseUnreachable({ endpoints }: Pick<RunSetup, 'endpoints'>): void {
  for (const { obstacle } of [endpoints.agent, endpoints.reflect]) if (obstacle !== undefined) throw obstacle
}
