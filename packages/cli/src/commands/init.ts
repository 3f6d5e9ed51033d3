import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

export const init: Command = {
  name: 'init',
  about: 'look at a file of examples and write a spec for it',
  arguments: [{ name: 'file', about: 'examples: .csv, .tsv, .json or .jsonl' }],
  flags: [
    { name: 'target', value: 'FILE', about: 'the text to improve; default a new one beside the examples' },
    { name: 'model', value: 'NAME', about: 'the model, as its endpoint spells it' },
    {
      name: 'base-url',
      value: 'URL',
      about: 'root of an OpenAI-compatible API; default OPENAI_BASE_URL, at each run',
    },
    { name: 'prompt', value: 'COLUMN', about: 'column with what is asked' },
    { name: 'gold', value: 'COLUMN', about: 'column with the expected answer' },
    { name: 'score', value: 'NAME', about: 'exact, contains, last-number, numeric-close or one-of' },
    { name: 'out', value: 'FILE', about: 'the spec to write; default beside the examples' },
  ],
  async run(inputs) {
    const [{ initialise }, { renderInit }] = await Promise.all([
      import('../init/initialise.ts'),
      import('../terminal/render-init.ts'),
    ])
    const given = (flag: string): string | undefined => inputs.text(flag)
    const data = await initialise(inputs.argument('file'), {
      target: given('target'),
      model: given('model'),
      baseUrl: given('base-url'),
      prompt: given('prompt'),
      gold: given('gold'),
      score: given('score'),
      out: given('out'),
    })
    return { data, exitCode: exitCodes.done, text: (paint) => renderInit(data, paint) }
  },
}
