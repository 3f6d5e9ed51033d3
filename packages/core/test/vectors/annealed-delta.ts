import { acceptanceThreshold, annealedDelta } from '../../src/statistics/annealing.ts'

type Input = { readonly base_delta: number; readonly version: number; readonly half_life: number }

export function replay(input: Input): { delta: number; threshold: number } {
  const annealing = { baseDelta: input.base_delta, halfLife: input.half_life }
  return {
    delta: annealedDelta(input.version, annealing),
    threshold: acceptanceThreshold(input.version, annealing),
  }
}
