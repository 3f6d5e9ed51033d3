import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

export const score: Command = {
  name: 'score',
  about: 'measure the text as it is on the held-out examples; changes nothing',
  arguments: [{ name: 'spec', about: 'a spec file' }],
  flags: [{ name: 'max-calls', value: 'N', about: 'spend at most so many calls' }],
  async run(inputs, context) {
    const [{ composeRun, readRunSpec }, { measure }, { renderScore }] = await Promise.all([
      import('@agentdescent/sdk'),
      import('../runs/measure.ts'),
      import('../terminal/render-score.ts'),
    ])
    const maxCalls = inputs.count('max-calls', 1)
    const setup = await composeRun(await readRunSpec(inputs.argument('spec')))
    const data = await measure(setup, { ...context, ...(maxCalls === undefined ? {} : { maxCalls }) })
    return { data, exitCode: exitCodes.done, text: (paint) => renderScore(data, paint) }
  },
}
