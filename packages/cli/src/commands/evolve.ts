import type { Command } from '../command.ts'

export const evolve: Command = {
  name: 'evolve',
  about: 'improve the text of a spec; quotes the cost first and writes nothing but its own folder',
  arguments: [{ name: 'spec', about: 'a spec file' }],
  flags: [
    { name: 'yes', about: 'start without asking' },
    { name: 'max-calls', value: 'N', about: 'spend at most so many calls; also a yes' },
    { name: 'out', value: 'DIR', about: 'new or empty folder of the run; default .agentdescent/<name>' },
    { name: 'fail-on', value: 'no-gain', about: 'end with exit code 3 when nothing was improved' },
  ],
  async run(inputs, context) {
    const [{ conductRun }, { renderRun }, { noteQuote }] = await Promise.all([
      import('../runs/conduct-run.ts'),
      import('../terminal/render-run.ts'),
      import('../terminal/note-quote.ts'),
    ])
    const { data, exitCode } = await conductRun(
      {
        spec: inputs.argument('spec'),
        maxCalls: inputs.count('max-calls', 1),
        out: inputs.text('out'),
        isAgreed: inputs.has('yes'),
        failsWithoutGain: inputs.choice('fail-on', ['no-gain']) !== undefined,
      },
      { ...context, quote: (plan) => noteQuote(plan, context) },
    )
    return { data, exitCode, text: (paint) => renderRun(data, paint) }
  },
}
