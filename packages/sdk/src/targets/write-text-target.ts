import { constants, copyFile, realpath, stat } from 'node:fs/promises'
import { OptionError, shown } from '@agentdescent/core'
import { writeWhole } from '../files/write-whole.ts'
import { textBytes, textTargetAt } from './text-target.ts'

export interface TextWrite {
  /** Absolute. */
  readonly path: string
  readonly text: string
  /** SHA-256 of the file that the text was made from; null when there was none. */
  readonly baseHash: string | null
  /** Write although the file has changed since; default false. */
  readonly force?: boolean
  /** Say what would be done, and do nothing; default false. */
  readonly dryRun?: boolean
}

export type TextWritten = { readonly path: string } & (
  | { readonly outcome: 'unchanged' }
  /** `backup` is absent when there was no file. */
  | { readonly outcome: 'written' | 'would-write'; readonly bytes: number; readonly backup?: string }
)

/**
 * Replaces a text file as a whole, in the form that it has: byte order mark, line ends, final line break, permissions. What was
 * there is kept beside it as `.bak-0`, `.bak-1`, …
 * @throws OptionError `target-changed` when the file is not the one that the text was made from
 */
export async function writeTextTarget(write: TextWrite): Promise<TextWritten> {
  const path = await realpath(write.path).catch(() => write.path)
  const { form, hash, text } = await textTargetAt(path)
  const bytes = textBytes(write.text, form)
  if (hash !== null && textBytes(text, form).length === bytes.length && isSame(textBytes(text, form), bytes))
    return { path, outcome: 'unchanged' }
  if (hash !== write.baseHash && write.force !== true) throw changed(write, hash)
  const size = bytes.length
  if (write.dryRun === true) {
    const backup = hash === null ? {} : { backup: await freeName(path) }
    return { path, outcome: 'would-write', bytes: size, ...backup }
  }
  const backup = hash === null ? {} : { backup: await backUp(path) }
  await writeWhole(path, bytes)
  return { path, outcome: 'written', bytes: size, ...backup }
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0
}

async function backUp(path: string): Promise<string> {
  for (;;) {
    const backup = await freeName(path)
    try {
      await copyFile(path, backup, constants.COPYFILE_EXCL)
      return backup
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

async function freeName(path: string): Promise<string> {
  for (let number = 0; ; number++) {
    const name = `${path}.bak-${number}`
    const isTaken = await stat(name).then(
      () => true,
      () => false,
    )
    if (!isTaken) return name
  }
}

function changed({ path, baseHash }: TextWrite, hash: string | null): OptionError {
  const what =
    hash === null
      ? 'is not there any more'
      : baseHash === null
        ? 'did not exist when the run began, and does now'
        : 'has changed since the run began'
  return new OptionError({
    code: 'target-changed',
    argument: 'target',
    value: shown(path),
    message: `The target ${path} ${what}.`,
    fix: 'Look at both; --force writes all the same, and keeps the present file as a backup.',
  })
}
