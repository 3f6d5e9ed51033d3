import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

export const show: Command = {
  name: 'show',
  about: 'what a run came to: the change, the worst answers, what was refused and why, the cost',
  arguments: [{ name: 'run', about: 'name or folder of a run' }],
  flags: [],
  async run(inputs) {
    const [{ lookAtRun }, { renderShow }] = await Promise.all([
      import('../runs/look-at-run.ts'),
      import('../terminal/render-show.ts'),
    ])
    const data = await lookAtRun(inputs.argument('run'))
    return { data, exitCode: exitCodes.done, text: (paint) => renderShow(data, paint) }
  },
}
