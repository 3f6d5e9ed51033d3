import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { folderFor, inProcess, type Pause, pausingModel } from './resume-fixture.ts'

test.each([
  { how: 'goes on', code: 7, wake: (_: number, pause: Pause) => pause.end() },
  { how: 'is interrupted', code: 130, wake: (pid: number) => void process.kill(pid, 'SIGINT') },
])(
  'a process that was taken for dead and $how changes nothing of its run, and says who has it',
  async ({ code, wake }) => {
    const { model, pause, goOn } = await pausingModel(16)
    await using _ = model
    const folder = folderFor(model.baseUrl)
    const zombie = inProcess(folder, ['evolve', 'run.json', '--yes'])
    await pause.begun
    takeForDead(folder)
    const nextPause = goOn(4)
    const heir = inProcess(folder, ['resume', 'run', '--yes'])
    await nextPause.begun
    const before = await settledFiles(folder)
    const asked = model.requests.length
    goOn()
    wake(zombie.child.pid ?? 0, pause)
    const { code: ended, stderr } = await zombie.ended
    expect([ended, stderr]).toEqual([
      code,
      expect.stringContaining(`agentdescent: Process ${heir.child.pid} has gone on with run run (epoch 2;`),
    ])
    expect(model.requests.length).toBe(asked)
    expect(await settledFiles(folder)).toEqual(before)
    nextPause.end()
    expect((await heir.ended).code).toBe(0)
    expect(recordIn(folder)).toMatchObject({ state: 'done', pid: heir.child.pid })
    expect(recordIn(folder)).not.toHaveProperty('error')
  },
)

/** Takes away what tells others that the process has the run: its record and, as on a disk that forgets locks, its lock. */
function takeForDead(folder: string): void {
  writeFileSync(recordOf(folder), JSON.stringify({ ...recordIn(folder), state: 'interrupted' }))
  rmSync(join(runOf(folder), 'ledger', 'agentdescent', 'runs', 'run', 'run.lock'))
}

/** Returns what the files of the run hold, once none of them changes any more. */
async function settledFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  for (let before = filesIn(folder); ; ) {
    await setTimeout(300)
    const after = filesIn(folder)
    if ([...after].every(([path, text]) => before.get(path) === text)) return after
    before = after
  }
}

function filesIn(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(runOf(folder), { recursive: true, withFileTypes: true })
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .map((path) => [path, readFileSync(path, 'latin1')]),
  )
}

function recordIn(folder: string): { readonly pid: number; readonly state: string } {
  return JSON.parse(readFileSync(recordOf(folder), 'utf8'))
}

function recordOf(folder: string): string {
  return join(runOf(folder), 'run.json')
}

function runOf(folder: string): string {
  return join(folder, '.agentdescent', 'run')
}
