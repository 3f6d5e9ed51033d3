import { difference } from './vector-difference.ts'
import type { VectorCase, VectorFile } from './vector-files.ts'
import { isRecord } from './vector-files.ts'

type Replay = (input: unknown) => unknown
type Compare = (actual: unknown, expected: unknown, tolerance: number) => string | undefined

/** What is done with one case: replayed, where the promise rejects on a difference, or left out for a reason. */
export type PlannedCase =
  | { readonly outcome: 'replay'; readonly name: string; readonly replay: () => Promise<void> }
  | { readonly outcome: 'skip'; readonly name: string; readonly reason: string }

/**
 * Plans every case of the files. `replayersOf` returns the modules for a file's name. A module exports
 * `replay(input)`, or `replayByKind`, a map from a case's kind to its replay; and `compare` if the outputs
 * are not plain data.
 */
export async function planVectors(
  files: readonly VectorFile[],
  replayersOf: (file: string) => Promise<readonly unknown[]>,
): Promise<readonly PlannedCase[]> {
  const plans = await Promise.all(files.map(async (file) => planFile(file, await replayersOf(file.name))))
  return plans.flat()
}

function planFile(file: VectorFile, modules: readonly unknown[]): readonly PlannedCase[] {
  if (file.problem !== undefined) return [{ outcome: 'skip', name: file.name, reason: file.problem }]
  if (modules.length === 0)
    return file.cases.map(({ name }) => skip(name, 'no replayer has the name of its file'))
  return modules.flatMap((module) => planModule(file, module))
}

function planModule(file: VectorFile, module: unknown): readonly PlannedCase[] {
  if (!isRecord(module)) throw new TypeError(`The replayer of ${file.name} is not a module.`)
  const compare = isFunction<Compare>(module['compare']) ? module['compare'] : difference
  return file.cases.map((each) => {
    const replay = replayFor(module, each)
    if (replay === undefined) return skip(each.name, 'no replayer knows its kind')
    return { outcome: 'replay', name: each.name, replay: () => check(each, replay, compare) }
  })

  async function check({ input, expected }: VectorCase, replay: Replay, compare: Compare): Promise<void> {
    const complaint = compare(await replay(input), expected, file.tolerance)
    if (complaint !== undefined) throw new Error(complaint)
  }
}

function replayFor(module: Readonly<Record<string, unknown>>, { kind }: VectorCase): Replay | undefined {
  const { replay, replayByKind } = module
  if (isFunction<Replay>(replay)) return replay
  if (!(replayByKind instanceof Map)) throw new TypeError('A replayer exports replay or replayByKind.')
  const known: unknown = replayByKind.get(kind)
  return isFunction<Replay>(known) ? known : undefined
}

function isFunction<Signature>(value: unknown): value is Signature {
  return typeof value === 'function'
}

function skip(name: string, reason: string): PlannedCase {
  return { outcome: 'skip', name, reason }
}
