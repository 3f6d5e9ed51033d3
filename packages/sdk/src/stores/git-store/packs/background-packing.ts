import type { LedgerLock } from '../ledger-lock.ts'
import type { LooseObjects } from '../loose-objects.ts'
import type { LedgerNotice } from '../recovery.ts'
import type { Packer } from './packer.ts'

export interface BackgroundPackingOptions {
  readonly objects: LooseObjects
  readonly packer: Packer
  /** Held by the one process that packs. */
  readonly lock: LedgerLock
  /** How many objects may be files of their own. */
  readonly packAbove: number
  readonly heads: () => readonly string[]
  readonly onNotice: (notice: LedgerNotice) => void
}

/** A writer waits for packing once there are this many times the files that start it. */
const WAIT_ABOVE = 4

/** Packs beside the commits whenever enough of them have made files; no commit fails with it. */
export class BackgroundPacking {
  readonly #options: BackgroundPackingOptions
  #files = 0
  #underWay: Promise<void> | undefined

  constructor(options: BackgroundPackingOptions) {
    this.#options = options
  }

  /** Looks how many files are there. */
  begin(): void {
    this.#files = this.#options.objects.list().length
  }

  /** Tells of new files; packs when they are too many, and makes the writer wait when packing does not keep up. */
  async added(): Promise<void> {
    const files = this.#files + this.#options.objects.made
    if (files > this.#options.packAbove) this.#begin()
    if (files > WAIT_ABOVE * this.#options.packAbove) await this.#underWay
  }

  /** Resolves when there is nothing left to pack. */
  async settled(): Promise<void> {
    await this.#underWay
    if (this.#files + this.#options.objects.made <= this.#options.packAbove) return
    this.#begin()
    await this.#underWay
  }

  #begin(): void {
    if (this.#underWay !== undefined) return
    this.#files = 0
    this.#underWay = this.#pack().finally(() => {
      this.#underWay = undefined
    })
  }

  async #pack(): Promise<void> {
    const { lock, packer, heads, onNotice } = this.#options
    try {
      await lock.tryRun(() => packer.pack(heads()))
    } catch (error) {
      onNotice({ kind: 'pack-failed', reason: error instanceof Error ? error.message : String(error) })
    }
  }
}
