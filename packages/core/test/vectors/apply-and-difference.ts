import { applyDiff, applyEdits, differenceOf, stateOf } from '../../src/model/artifact.ts'
import { artifactId, diffId, workerId } from '../../src/model/ids.ts'

interface Input {
  readonly state: Readonly<Record<string, string>>
  readonly ops: Readonly<Record<string, string | null>>
  readonly other: Readonly<Record<string, string>>
}

export function replay(input: Input): Record<string, unknown> {
  const [state, other] = [stateOf(Object.entries(input.state)), stateOf(Object.entries(input.other))]
  const [id, edits] = [artifactId('artifact'), new Map(Object.entries(input.ops))]
  const before = { id, version: 4, state, contract: { major: 1 }, blastRadius: 1 }
  const diff = { id: diffId('d'), target: id, author: workerId(0), edits, breaksContract: false }
  const after = applyDiff(before, diff)
  const toOther = differenceOf(state, other)
  return {
    state_after: Object.fromEntries(after.state),
    version_step: after.version - before.version,
    input_untouched: sameState(before.state, stateOf(Object.entries(input.state))),
    ops_to_other: Object.fromEntries(toOther),
    round_trip: sameState(applyEdits(state, toOther), other),
  }
}

function sameState(left: Iterable<unknown>, right: Iterable<unknown>): boolean {
  return JSON.stringify([...left]) === JSON.stringify([...right])
}
