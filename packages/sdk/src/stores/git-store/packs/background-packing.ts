import type { LedgerLock } from '../ledger-lock.ts'
import type { LooseObjects } from '../loose-objects.ts'
import type { ObjectWriter } from '../object-writer.ts'
import type { LedgerNotice } from '../recovery.ts'
import type { Packer } from './packer.ts'

export interface BackgroundPackingOptions {
  readonly objects: LooseObjects
  readonly packer: Packer
  /** Held by the one process that packs. */
  readonly lock: LedgerLock
  readonly writer: ObjectWriter
  /** How many objects may be files of their own. */
  readonly packAbove: number
  readonly heads: () => readonly string[]
  /** Shortens whatever else grows with every commit. */
  readonly tidy: () => Promise<void>
  readonly onNotice: (notice: LedgerNotice) => void
}

/** A writer waits for packing once it has made this many times the files that start it: as many again may be being packed. */
const WAIT_ABOVE = 2

/** A reader looks through all packs for an object, so that commits may not leave many. */
const PACKS = 24

/** Packs beside the commits whenever enough of them have made files or packs; no commit fails with it. */
export class BackgroundPacking {
  readonly #options: BackgroundPackingOptions
  #files = 0
  #packs = 0
  #packsAllowed = PACKS
  #underWay: Promise<void> | undefined

  constructor(options: BackgroundPackingOptions) {
    this.#options = options
  }

  /** Looks how many files and packs are there. */
  begin(): void {
    this.#files = this.#options.objects.list().length
    this.#packs = this.#options.packer.packs()
  }

  /** Tells of new files; packs when they are too many, and makes the writer wait when packing does not keep up. */
  async added(): Promise<void> {
    if (this.#hasWork()) this.#begin()
    if (this.#loose() > WAIT_ABOVE * this.#options.packAbove) await this.#underWay
  }

  /** Resolves when there is nothing left to pack. */
  async settled(): Promise<void> {
    await this.#underWay
    if (!this.#hasWork()) return
    this.#begin()
    await this.#underWay
  }

  #hasWork(): boolean {
    const packs = this.#packs + this.#options.writer.packsMade
    return this.#loose() > this.#options.packAbove || packs > this.#packsAllowed
  }

  #loose(): number {
    return this.#files + this.#options.objects.made
  }

  #begin(): void {
    if (this.#underWay !== undefined) return
    this.#files = 0
    this.#underWay = this.#pack().finally(() => {
      this.#underWay = undefined
    })
  }

  async #pack(): Promise<void> {
    const { lock, packer, writer, heads, tidy, onNotice } = this.#options
    const made = writer.packsMade
    try {
      await lock.tryRun(async () => {
        await packer.pack(heads())
        await tidy()
      })
      // What was left is large beside one another: a look at it after each commit would find nothing to join.
      const left = packer.packs()
      this.#packs = left - writer.packsMade
      this.#packsAllowed = PACKS + left - (writer.packsMade - made)
    } catch (error) {
      onNotice({ kind: 'pack-failed', reason: error instanceof Error ? error.message : String(error) })
    }
  }
}
