import { Intake } from '../../src/merge/intake.ts'
import { artifactId } from '../../src/model/ids.ts'
import { cardOf, diffOf } from './fixtures.ts'

type Step =
  | readonly ['add' | 'drain', artifact: string]
  | readonly ['tick']
  | readonly ['ready']
  | readonly ['pending']

export interface BufferInput {
  readonly batch_trigger: number
  readonly max_wait_rounds: number
  readonly script: readonly Step[]
}

export function replay({ batch_trigger, max_wait_rounds, script }: BufferInput): unknown[] {
  const intake = new Intake({ batchTrigger: batch_trigger, maxWaitRounds: max_wait_rounds })
  let added = 0
  return script.map((step) => {
    switch (step[0]) {
      case 'add':
        intake.add(cardOf(`c${added++}`, diffOf([], step[1])))
        return null
      case 'drain':
        return intake.drain({ artifact: artifactId(step[1]), branch: 'dev' }).map(({ text }) => text)
      case 'tick':
        intake.tick()
        return null
      case 'ready':
        return intake
          .ready()
          .map(({ artifact }) => artifact)
          .toSorted()
      case 'pending':
        return intake.pending
      default:
        return step satisfies never
    }
  })
}
