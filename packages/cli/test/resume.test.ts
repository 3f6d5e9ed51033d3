import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { openGitStore } from '@agentdescent/sdk'
import { expect, test } from 'vitest'
import { LoopbackModel } from '../../sdk/test/loopback-model.ts'
import { folderFor, inProcess, killed, pausingModel } from './resume-fixture.ts'
import { say } from './run-in-process.ts'

test('a killed run goes on from its journal, asks nothing again, and says what may be billed twice', async () => {
  const { model, pause, goOn } = await pausingModel(20)
  await using _ = model
  const folder = folderFor(model.baseUrl)
  await killed(folder, pause)
  expect((await say(folder, ['show', 'run'])).stdout).toContain('agentdescent resume run')
  const nobody = await say(folder, ['resume', 'run'])
  expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('agentdescent resume run --yes')])
  const asked = model.requests.length
  goOn()
  const { code, stderr, stdout } = await say(folder, ['resume', 'run', '--yes', '--json'])
  expect(code, stderr).toBe(0)
  const inFlight = Number(/possibly billed twice: (\d+)/i.exec(stderr)?.[1])
  expect(inFlight).toBeGreaterThan(0)
  expect(stderr).toMatch(/\d+ calls are in the journal and are not made again; at most \d+ more/)
  const { data } = JSON.parse(stdout)
  expect([data.state, data.after.successes]).toEqual(['done', data.after.of])
  // What was under way is asked again, everything else once. Of what was, the kill may have kept some from being sent.
  expect(model.requests.length).toBeGreaterThan(data.requests)
  expect(model.requests.length).toBeLessThanOrEqual(data.requests + inFlight)
  expect(model.requests.length).toBeGreaterThan(asked)
  expect(data.calls).toBe(data.requests)
  expect((await say(folder, ['show', 'run'])).stdout).not.toContain('agentdescent resume run')
})

test('a finished run says so and does nothing, and goes on for more rounds', async () => {
  await using model = await LoopbackModel.start({ losesInstruction: true })
  const folder = folderFor(model.baseUrl)
  const spec = { ...JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')), stop: { patience: 50 } }
  writeFileSync(join(folder, 'run.json'), JSON.stringify(spec))
  const first = await say(folder, ['evolve', 'run.json', '--yes', '--json'])
  const asked = model.requests.length
  const again = await say(folder, ['resume', 'run', '--json'])
  expect([again.code, model.requests.length]).toEqual([0, asked])
  expect(again.stderr).toContain('The run had ended before')
  expect(figures(again.stdout)).toEqual(figures(first.stdout))
  const more = await say(folder, ['resume', 'run', '--rounds', '5', '--yes', '--json'])
  expect([more.code, JSON.parse(more.stdout).data.rounds]).toEqual([0, 5])
  expect(model.requests.length).toBeGreaterThan(asked)
})

test('two cannot go on with one run: the second is told who has it, since when, and what to do', async () => {
  const { model, pause } = await pausingModel(20)
  await using _ = model
  const folder = folderFor(model.baseUrl)
  const { child, ended } = inProcess(folder, ['evolve', 'run.json', '--yes'])
  try {
    await pause.begun
    const { code, stderr } = await say(folder, ['resume', 'run', '--yes'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/The run "run", started 20\S+Z, is still running/)
    expect(stderr).toContain(`process ${child.pid} has it`)
    expect(stderr).toContain(`kill ${child.pid}`)
    // A record that was lost does not give the run away either: the journal has one owner.
    const path = join(folder, '.agentdescent', 'run', 'run.json')
    const record = JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), state: 'interrupted' })
    writeFileSync(path, record)
    const forced = await say(folder, ['resume', 'run', '--yes'])
    expect([forced.code, forced.stderr]).toEqual([7, expect.stringContaining(`Process ${child.pid}`)])
    expect(readFileSync(path, 'utf8')).toBe(record)
  } finally {
    child.kill('SIGKILL')
    await ended
  }
})

test('of two processes that resume at once one goes on, and the record is that of the one', async () => {
  const { model, pause, goOn } = await pausingModel(20)
  await using _ = model
  const folder = folderFor(model.baseUrl)
  await killed(folder, pause)
  goOn()
  const resume = ['resume', 'run', '--yes']
  const both = await Promise.all([inProcess(folder, resume).ended, inProcess(folder, resume).ended])
  const codes = both.map(({ code }) => code)
  // The one that comes late is refused by the record or by the journal, or finds the run ended.
  expect(codes).toContain(0)
  expect(codes.filter((code) => ![0, 2, 7].includes(code ?? -1))).toEqual([])
  const record = JSON.parse(readFileSync(join(folder, '.agentdescent', 'run', 'run.json'), 'utf8'))
  expect(record.state).toBe('done')
  expect(record).not.toHaveProperty('error')
  expect(both.filter(({ code }) => code === 0).map(({ pid }) => pid)).toContain(record.pid)
})

test('a new run is quoted and asked for as one, whether the old one was interrupted or had ended', async () => {
  const { model, pause, goOn } = await pausingModel(20)
  await using _ = model
  const folder = folderFor(model.baseUrl)
  await killed(folder, pause)
  goOn()
  const cases = join(folder, 'cases.jsonl')
  for (const word of ['invoice', 'parcel']) {
    const asked = model.requests.length
    const before = readFileSync(cases, 'utf8')
    writeFileSync(cases, before.replace(word, `${word} of today`))
    const nobody = await say(folder, ['resume', 'run'])
    expect([nobody.code, model.requests.length]).toEqual([2, asked])
    expect(nobody.stderr).toMatch(
      /tasks was .* A new run starts from the ledger's head\. It makes its own calls/,
    )
    expect(nobody.stderr).not.toContain('not made again')
    const quoted = Number(/The new run may take (\d+) calls/.exec(nobody.stderr)?.[1])
    const { code, stdout } = await say(folder, ['resume', 'run', '--yes', '--json'])
    const { calls } = JSON.parse(stdout).data
    expect([code, model.requests.length - asked]).toEqual([0, calls])
    expect(calls).toBeLessThanOrEqual(quoted)
  }
})

test('a limit that was raised in the spec of a run that had ended is asked for, and nothing is where none was', async () => {
  await using model = await LoopbackModel.start({ losesInstruction: true })
  const folder = folderFor(model.baseUrl)
  await say(folder, ['evolve', 'run.json', '--yes'])
  const asked = model.requests.length
  const again = await say(folder, ['resume', 'run'])
  expect([again.code, again.stderr]).toEqual([0, expect.not.stringContaining('at most')])
  const path = join(folder, '.agentdescent', 'run', 'spec.json')
  const spec = { ...JSON.parse(readFileSync(path, 'utf8')), rounds: 5, stop: { patience: 50 } }
  writeFileSync(path, JSON.stringify(spec))
  const raised = await say(folder, ['resume', 'run'])
  expect([raised.code, model.requests.length]).toEqual([2, asked])
  expect(raised.stderr).toContain('nobody is here to be asked')
})

test('a lower limit is said not to stop what had begun', async () => {
  const { model, pause, goOn } = await pausingModel(20)
  await using _ = model
  const folder = folderFor(model.baseUrl)
  await killed(folder, pause)
  goOn()
  const { stderr, stdout } = await say(folder, ['resume', 'run', '--max-calls', '20', '--json'])
  const { calls, stopReason } = JSON.parse(stdout).data
  const [, more] = /at most (\d+) more\. Steps that had begun are finished first/.exec(stderr) ?? []
  expect(Number(more)).toBeLessThanOrEqual(2)
  expect(stopReason).toBe('max-calls')
  // Two workers have a rollout and a proposal under way at most.
  expect(calls).toBeLessThanOrEqual(20 + 4)
})

test('a process that has come by the id of the dead one is not taken for it', async () => {
  const { model, pause, goOn } = await pausingModel(20)
  await using _ = model
  const folder = folderFor(model.baseUrl)
  await killed(folder, pause)
  const path = join(folder, '.agentdescent', 'run', 'run.json')
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), pid: process.pid }))
  expect((await say(folder, ['show', 'run'])).stdout).toContain('its process ended without reporting')
  goOn()
  const { code, stderr } = await say(folder, ['resume', 'run', '--yes'])
  expect(code, stderr).toBe(0)
})

test('a run whose project was moved, or whose journal is gone, says what to do', async () => {
  await using model = await LoopbackModel.start()
  const folder = folderFor(model.baseUrl)
  await say(folder, ['evolve', 'run.json', '--yes'])
  const moved = `${folder}-moved`
  renameSync(folder, moved)
  const { code, stderr } = await say(moved, ['resume', 'run', '--yes'])
  expect([code, stderr]).toEqual([2, expect.stringContaining(`ln -s <new folder> ${folder}`)])
  rmSync(join(moved, '.agentdescent', 'run', 'ledger', 'agentdescent', 'runs', 'run', 'journal-1'))
  const gone = await say(moved, ['resume', 'run', '--yes'])
  expect([gone.code, gone.stderr]).toEqual([2, expect.stringContaining('or its journal is gone')])
})

test('a run that an error ended is tried again', async () => {
  let isDown = true
  await using model = await LoopbackModel.start({ fails: () => (isDown ? 400 : undefined) })
  const folder = folderFor(model.baseUrl)
  const ended = await say(folder, ['evolve', 'run.json', '--yes'])
  expect([ended.code, ended.stdout]).toEqual([5, expect.stringContaining('agentdescent resume run')])
  isDown = false
  const { code, stdout } = await say(folder, ['resume', 'run', '--yes', '--json'])
  const { data } = JSON.parse(stdout)
  expect([code, data.state, data.after.successes]).toEqual([0, 'done', data.after.of])
})

test('a run whose folder takes no result says so, and goes on once it does without a call', async () => {
  let folder = ''
  const blocked = (): string => join(folder, '.agentdescent', 'run', 'result.json')
  await using model = await LoopbackModel.start({
    onRequest: () => void mkdirSync(join(blocked(), 'in the way'), { recursive: true }),
  })
  folder = folderFor(model.baseUrl)
  const { code, stderr } = await say(folder, ['evolve', 'run.json', '--yes'])
  expect(code).toBe(7)
  expect(stderr).toMatch(/The folder \S+run could not be written: E\w+: .*agentdescent resume/)
  const asked = model.requests.length
  rmSync(blocked(), { recursive: true })
  const again = await say(folder, ['resume', 'run'])
  expect([again.code, model.requests.length]).toEqual([0, asked])
  expect(JSON.parse(readFileSync(blocked(), 'utf8'))).toHaveProperty('stopReason')
})

test('a run that cannot be resumed says why', async () => {
  await using model = await LoopbackModel.start()
  const folder = folderFor(model.baseUrl)
  expect((await say(folder, ['resume', 'none'])).stderr).toContain('There is no run "none"')
  await say(folder, ['evolve', 'run.json', '--yes'])
  const journal = join(folder, '.agentdescent', 'run', 'ledger', 'agentdescent', 'runs', 'run', 'journal-1')
  const bytes = readFileSync(journal)
  bytes[60] = (bytes[60] ?? 0) ^ 1
  writeFileSync(journal, bytes)
  const { code, stderr } = await say(folder, ['resume', 'run', '--yes'])
  expect([code, stderr]).toEqual([
    7,
    expect.stringMatching(/journal-1 cannot be read at byte 0.*Restore the file/s),
  ])
  const store = await openGitStore(join(folder, '.agentdescent', 'run', 'ledger'))
  expect((await store.read('dev')).artifacts.size).toBe(1)
  await store.close()
})

function figures(stdout: string): unknown {
  const { seconds: _seconds, warnings: _warnings, ...rest } = JSON.parse(stdout).data
  return rest
}
