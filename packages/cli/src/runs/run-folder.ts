import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import process from 'node:process'
import {
  type EvolutionResult,
  isRunTaken,
  LedgerError,
  loadResult,
  OptionError,
  saveResult,
  shown,
  writeWhole,
} from '@agentdescent/sdk'
import { parseRecord, type RunRecord } from './run-record.ts'
import { parseSamples, type Sample } from './sample.ts'

/** Where runs are kept, below the present folder. */
export const RUNS = '.agentdescent'

/** The folder of one run: its spec, its record, what happened, its ledger, and its result. */
export class RunFolder {
  readonly path: string

  private constructor(path: string) {
    this.path = path
  }

  /**
   * Makes the folder of a new run: the one named, which must be new or empty, or else the first free one of its name.
   * @throws OptionError `folder-not-empty`
   */
  static async make(name: string, out: string | undefined): Promise<RunFolder> {
    if (out !== undefined) return new RunFolder(await emptied(resolve(out), out))
    await written(resolve(RUNS), async () => {
      await mkdir(resolve(RUNS), { recursive: true })
      await writeFile(resolve(RUNS, '.gitignore'), '*\n', { flag: 'wx' }).catch(ignoreExisting)
    })
    for (let number = 1; ; number++) {
      const path = resolve(RUNS, number === 1 ? name : `${name}-${number}`)
      const isMade = await mkdir(path).then(() => true, ignoreExisting)
      if (isMade) return new RunFolder(path)
    }
  }

  /** Finds the folder of a run by its name or path. @throws OptionError `no-such-run` */
  static async find(named: string): Promise<RunFolder> {
    for (const path of [resolve(named), resolve(RUNS, named)]) {
      const folder = await RunFolder.at(path)
      if (folder !== undefined) return folder
    }
    throw noRun(named, await RunFolder.names())
  }

  /** Returns the folder of the run at a path; undefined where there is none. */
  static async at(path: string): Promise<RunFolder | undefined> {
    const folder = new RunFolder(path)
    return (await folder.readRecord()) === undefined ? undefined : folder
  }

  /** Returns the names of the runs below the present folder. */
  static async names(): Promise<readonly string[]> {
    const entries = await readdir(resolve(RUNS), { withFileTypes: true }).catch(() => [])
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  }

  /** How a person names the run. */
  get name(): string {
    return this.path === resolve(RUNS, basename(this.path)) ? basename(this.path) : this.path
  }

  get ledger(): string {
    return join(this.path, 'ledger')
  }

  async writeRecord(record: RunRecord): Promise<void> {
    await this.#write('run.json', `${JSON.stringify(record, null, 2)}\n`)
  }

  async readRecord(): Promise<RunRecord | undefined> {
    const text = await readFile(join(this.path, 'run.json'), 'utf8').catch(() => undefined)
    return text === undefined ? undefined : parseRecord(text)
  }

  /** Returns the record of a run that is known to have one. */
  async record(): Promise<RunRecord> {
    const record = await this.readRecord()
    if (record === undefined) throw noRun(this.path, [])
    return record
  }

  /** Says whether a process has the run. One that has only come by the id of the run's dead process has not. */
  isRunning(record: RunRecord): boolean {
    return isAlive(record) && isRunTaken(this.ledger) !== false
  }

  async writeSpec(spec: object): Promise<void> {
    await this.#write('spec.json', `${JSON.stringify(spec, null, 2)}\n`)
  }

  /** Adds a line to what happened. */
  async append(event: object): Promise<void> {
    const line = `${JSON.stringify(event, withEntries)}\n`
    await written(this.path, () => appendFile(join(this.path, 'events.jsonl'), line))
  }

  async writeResult(result: EvolutionResult, samples: readonly Sample[], report: string): Promise<void> {
    await written(this.path, () => saveResult(result, join(this.path, 'result.json')))
    await this.#write('samples.json', `${JSON.stringify(samples, null, 2)}\n`)
    await this.#write('report.md', report)
  }

  /** Returns the result; undefined while there is none. @throws OptionError `unreadable-result` */
  async readResult(): Promise<EvolutionResult | undefined> {
    const path = join(this.path, 'result.json')
    const isThere = await readFile(path).then(
      () => true,
      () => false,
    )
    return isThere ? loadResult(path) : undefined
  }

  async readSamples(): Promise<readonly Sample[]> {
    const text = await readFile(join(this.path, 'samples.json'), 'utf8').catch(() => '[]')
    return parseSamples(text)
  }

  #write(name: string, text: string): Promise<void> {
    return written(this.path, () => writeWhole(join(this.path, name), text))
  }
}

function noRun(named: string, known: readonly string[]): OptionError {
  return new OptionError({
    code: 'no-such-run',
    argument: 'run',
    value: shown(named),
    message: `There is no run ${shown(named)}, neither at ${resolve(named)} nor in ${resolve(RUNS)}.`,
    fix: known.length === 0 ? 'Start one with agentdescent evolve.' : `Known are ${known.join(', ')}.`,
  })
}

/** Says whether a process has the id that a running run's process had. */
function isAlive({ state, pid }: RunRecord): boolean {
  if (state !== 'running') return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Turns a failed call of the file system into an error that names the folder and says what to do. */
async function written<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error
    const isFull = error.code === 'ENOSPC' || error.code === 'EDQUOT'
    throw new LedgerError({
      code: 'io',
      argument: 'run',
      value: folder,
      message: `The folder ${folder} could not be written: ${error.message}.`,
      cause: error,
      fix: isFull
        ? 'Free some space; a run that had begun goes on with agentdescent resume, and no answer is lost.'
        : 'See that it can be written to; a run that had begun goes on with agentdescent resume, and no answer is lost.',
    })
  }
}

async function emptied(path: string, named: string): Promise<string> {
  await written(path, () => mkdir(path, { recursive: true }))
  const [entry] = await readdir(path)
  if (entry === undefined) return path
  throw new OptionError({
    code: 'folder-not-empty',
    argument: '--out',
    value: shown(named),
    message: `--out is ${shown(named)}, a folder that holds ${shown(entry)}; a run overwrites nothing.`,
    fix: 'Name a new or empty folder.',
  })
}

function ignoreExisting(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
  throw error
}

/** Maps become lists of entries. */
function withEntries(_name: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value
}
