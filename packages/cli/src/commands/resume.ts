import type { Command } from '../command.ts'

export const resume: Command = {
  name: 'resume',
  about: 'go on with a run that was interrupted, from its journal: no call that was answered is made again',
  arguments: [{ name: 'run', about: 'name or folder of a run' }],
  flags: [
    { name: 'yes', about: 'go on without asking' },
    { name: 'max-calls', value: 'N', about: 'calls in all, those before included; also a yes' },
    {
      name: 'rounds',
      value: 'N',
      about: 'rounds in all, those before included; a finished run goes on with more',
    },
    { name: 'fail-on', value: 'no-gain', about: 'end with exit code 3 when nothing was improved' },
  ],
  async run(inputs, context) {
    const [{ resumeRun }, { renderRun }] = await Promise.all([
      import('../runs/resume-run.ts'),
      import('../terminal/render-run.ts'),
    ])
    const { data, exitCode } = await resumeRun(
      {
        run: inputs.argument('run'),
        maxCalls: inputs.count('max-calls', 1),
        rounds: inputs.count('rounds', 1),
        isAgreed: inputs.has('yes'),
        failsWithoutGain: inputs.choice('fail-on', ['no-gain']) !== undefined,
      },
      context,
    )
    return { data, exitCode, text: (paint) => renderRun(data, paint) }
  },
}
