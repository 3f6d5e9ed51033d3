import { ContractError } from '../../src/model/errors.ts'
import { checkedReward } from '../../src/model/task.ts'

type Outcome = { readonly reward: number } | { readonly error: string }

export function replay({ value }: { readonly value: unknown }): Outcome {
  try {
    return { reward: checkedReward(value, { id: 'task', prompt: '' }) }
  } catch (error) {
    if (error instanceof ContractError) return { error: 'contract' }
    throw error
  }
}
