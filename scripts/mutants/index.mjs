import { mergeMutants } from './merge.mjs'
import { policiesMutants } from './policies.mjs'
import { statisticsMutants } from './statistics.mjs'

/** { file under packages/core/src, find, replace, why, survives? } */
export const mutants = [...statisticsMutants, ...policiesMutants, ...mergeMutants]
