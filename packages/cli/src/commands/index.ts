import type { Command } from '../command.ts'
import { apply } from './apply.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { evolve } from './evolve.ts'
import { init } from './init.ts'
import { ledgerBlame } from './ledger-blame.ts'
import { ledgerDiff } from './ledger-diff.ts'
import { ledgerLog } from './ledger-log.ts'
import { ledgerPush } from './ledger-push.ts'
import { ledgerRevert } from './ledger-revert.ts'
import { ledgerShow } from './ledger-show.ts'
import { plan } from './plan.ts'
import { resume } from './resume.ts'
import { score } from './score.ts'
import { show } from './show.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  demo,
  init,
  plan,
  score,
  evolve,
  resume,
  show,
  apply,
  ledgerLog,
  ledgerDiff,
  ledgerBlame,
  ledgerShow,
  ledgerRevert,
  ledgerPush,
  doctor,
]
