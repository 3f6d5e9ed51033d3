export { second } from '../model/second.ts'
export const unionOf = 1
