export { definePort, isReproduction } from './port.ts'
export type { Fidelity, Port, Upstream } from './port.ts'
