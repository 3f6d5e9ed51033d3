import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

export const apply: Command = {
  name: 'apply',
  about: 'write what a run evolved to its target; keeps a numbered backup',
  arguments: [{ name: 'run', about: 'name or folder of a run' }],
  flags: [
    { name: 'dry-run', about: 'say what would be written, and write nothing' },
    { name: 'to', value: 'FILE', about: 'write there instead of to the target' },
    { name: 'force', about: 'write although the target has changed since the run began' },
  ],
  async run(inputs) {
    const [{ applyRun }, { renderApply }] = await Promise.all([
      import('../runs/apply-run.ts'),
      import('../terminal/render-apply.ts'),
    ])
    const data = await applyRun(inputs.argument('run'), {
      to: inputs.text('to'),
      dryRun: inputs.has('dry-run'),
      force: inputs.has('force'),
    })
    return { data, exitCode: exitCodes.done, text: (paint) => renderApply(data, paint) }
  },
}
