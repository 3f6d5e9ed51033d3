import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

export const plan: Command = {
  name: 'plan',
  about: 'check a spec and quote what its run would cost; sends nothing and needs no key',
  arguments: [{ name: 'spec', about: 'a spec file, such as init writes' }],
  flags: [],
  async run(inputs) {
    const [{ composeRun, readRunSpec }, { planOf }, { renderPlan }] = await Promise.all([
      import('@agentdescent/sdk'),
      import('../runs/run-plan.ts'),
      import('../terminal/render-plan.ts'),
    ])
    const path = inputs.argument('spec')
    const data = planOf(path, await composeRun(await readRunSpec(path)))
    return { data, exitCode: exitCodes.done, text: (paint) => renderPlan(data, paint) }
  },
}
