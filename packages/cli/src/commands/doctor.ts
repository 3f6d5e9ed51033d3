import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'

export const doctor: Command = {
  name: 'doctor',
  about: 'what works here, what does not, and the fix for each; sends nothing',
  arguments: [],
  flags: [],
  async run() {
    const [{ examine }, { renderDoctor }] = await Promise.all([
      import('../doctor/examine.ts'),
      import('../terminal/render-doctor.ts'),
    ])
    const data = await examine()
    const isWell = data.checks.every(({ state }) => state !== 'broken')
    return {
      data,
      exitCode: isWell ? exitCodes.done : exitCodes.usage,
      text: (paint) => renderDoctor(data, paint),
    }
  },
}
