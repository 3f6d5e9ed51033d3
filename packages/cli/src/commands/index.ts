import type { Command } from '../command.ts'
import { apply } from './apply.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { evolve } from './evolve.ts'
import { init } from './init.ts'
import { plan } from './plan.ts'
import { score } from './score.ts'
import { show } from './show.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [demo, init, plan, score, evolve, show, apply, doctor]
