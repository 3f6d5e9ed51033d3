import { type EvolutionResult, type RowTask, shown } from '@agentdescent/sdk'
import { z } from 'zod'

/** One held-out task under the final artifact. */
export interface Sample {
  readonly task: string
  readonly prompt: string
  /** Absent where the task has no expected answer. */
  readonly gold?: string
  /** Absent where the score came from a cache. */
  readonly output?: string
  readonly reward: number
}

const schema = z.array(
  z.object({
    task: z.string(),
    prompt: z.string(),
    gold: z.string().exactOptional(),
    output: z.string().exactOptional(),
    reward: z.number(),
  }),
)

/** Returns the samples in a text; none when it holds none. */
export function parseSamples(text: string): readonly Sample[] {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return []
  }
}

/** Returns the held-out tasks of a result with what the final artifact answered, the lowest reward first. */
export function samplesOf(
  { finalRows, rendered }: Pick<EvolutionResult, 'finalRows' | 'rendered'>,
  tasks: readonly RowTask[],
  outputs: Outputs,
): readonly Sample[] {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  return finalRows
    .flatMap(({ task: id, trial, reward }) => {
      const task = byId.get(id)
      if (task === undefined || trial > 0) return []
      const { gold } = task.meta
      const output = outputs.of(rendered, id)
      return {
        task: id,
        prompt: task.prompt,
        ...(gold === undefined ? {} : { gold: typeof gold === 'string' ? gold : shown(gold) }),
        ...(output === undefined ? {} : { output }),
        reward,
      }
    })
    .toSorted((left, right) => left.reward - right.reward)
}

const LONGEST = 4000

/** What the agent answered, by artifact and task; the latest answer of each. */
export class Outputs {
  readonly #byRendering = new Map<string, Map<string, string>>()

  keep(rendered: string, task: string, output: string): void {
    const outputs = this.#byRendering.get(rendered) ?? new Map<string, string>()
    this.#byRendering.set(rendered, outputs)
    outputs.set(task, output.length > LONGEST ? `${output.slice(0, LONGEST)} ...` : output)
  }

  of(rendered: string, task: string): string | undefined {
    return this.#byRendering.get(rendered)?.get(task)
  }
}
