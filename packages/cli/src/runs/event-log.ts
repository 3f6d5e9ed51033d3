import type { RunEvent } from '@agentdescent/sdk'
import type { RunFolder } from './run-folder.ts'

/** Writes the events of a run in their order, without making the run wait, while the folder is this process's to write to. */
export class EventLog {
  readonly #folder: RunFolder
  readonly #isOurs: () => boolean
  #written: Promise<void> = Promise.resolve()
  #error: unknown

  constructor(folder: RunFolder, isOurs: () => boolean) {
    this.#folder = folder
    this.#isOurs = isOurs
  }

  add(event: RunEvent): void {
    const at = new Date().toISOString()
    this.#written = this.#written.then(() => this.#append({ at, ...event }))
  }

  /** Waits for the last event. @throws the first failure to write one */
  async close(): Promise<void> {
    await this.#written
    if (this.#error !== undefined) throw this.#error
  }

  async #append(event: object): Promise<void> {
    try {
      if (this.#isOurs()) await this.#folder.append(event)
    } catch (error) {
      this.#error ??= error
    }
  }
}
