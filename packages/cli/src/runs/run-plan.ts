import type { Json } from '@agentdescent/core'
import type { EndpointFacts, Quote, RunSetup, TaskFinding } from '@agentdescent/sdk'

/** What a spec asks for, checked, and what it would cost. */
export interface RunPlanData {
  readonly name: string
  /** As the user typed it. */
  readonly spec: string
  readonly target: { readonly path?: string; readonly characters: number }
  readonly tasks: { readonly training: number; readonly heldOut: number }
  readonly endpoints: { readonly agent: PlannedEndpoint; readonly reflect: PlannedEndpoint }
  readonly rounds: number
  readonly workers: number
  readonly quote: Quote
  /** The limit that the run is given. */
  readonly maxCalls: number
  readonly findings: readonly TaskFinding[]
  readonly notes: readonly string[]
  /** Every setting that the run would use. */
  readonly settings: Json
}

export type PlannedEndpoint = Omit<EndpointFacts, 'obstacle'> & {
  /** False while a key is missing or the base URL is none. */
  readonly isReady: boolean
}

export function planOf(spec: string, setup: RunSetup): RunPlanData {
  const { name, endpoints, findings, initial, notes, options, preview, quote, target } = setup
  const { training, heldOut, rounds, settings, warning, workers } = preview
  return {
    name,
    spec,
    target: { ...(target === undefined ? {} : { path: target.path }), characters: [...initial].length },
    tasks: { training: training.length, heldOut: heldOut.length },
    endpoints: { agent: shownEndpoint(endpoints.agent), reflect: shownEndpoint(endpoints.reflect) },
    rounds,
    workers,
    quote,
    maxCalls: options.stop?.maxCalls ?? quote.atMost.total,
    findings,
    notes: warning === undefined ? notes : [...notes, warning],
    settings,
  }
}

function shownEndpoint({ obstacle, ...facts }: EndpointFacts): PlannedEndpoint {
  return { ...facts, isReady: obstacle === undefined }
}
