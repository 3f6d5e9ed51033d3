export { unionOf } from '../merge/union.ts'
export const fakeClock = 1
