import type { Command } from '../command.ts'
import { init } from './init.ts'
import { plan } from './plan.ts'
import { demo } from './demo.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [demo, init, plan]
