export { fakeClock } from '../testing/fake-clock.ts'
