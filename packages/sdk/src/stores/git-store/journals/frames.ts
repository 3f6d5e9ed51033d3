import { stableId } from '@agentdescent/core'

/** A frame is one line: the length of its text in bytes, a checksum over it, and the text, JSON on one line. */
interface Frame {
  /** Where it begins and ends. */
  readonly offset: number
  readonly end: number
  readonly text: string
}

/** What a file of frames holds. */
export interface Frames {
  readonly frames: readonly Frame[]
  /** Where the last whole frame ends. What comes after was being written when its process ended. */
  readonly end: number
  /** Where a frame is damaged that is not the last: that one was whole once. */
  readonly damagedAt?: number
}

const HEAD = /^([0-9a-f]{8}) ([0-9a-f]{16}) $/
const HEAD_LENGTH = 26

/** Returns the text as a frame. */
export function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text).toString(16).padStart(8, '0')
  return Buffer.from(`${length} ${stableId([text])} ${text}\n`)
}

/**
 * Returns the frames of a file. One frame at most was unsynced when its process ended, the last, so that only it may be cut or
 * garbled in any way; a damaged frame with a whole one behind it is a fault of the disk.
 */
export function readFrames(bytes: Buffer): Frames {
  const frames: Frame[] = []
  let end = 0
  for (;;) {
    const frame = frameAt(bytes, end)
    if (frame === undefined) break
    frames.push(frame)
    end = frame.end
  }
  return hasFrameAfter(bytes, end) ? { frames, end, damagedAt: end } : { frames, end }
}

function frameAt(bytes: Buffer, offset: number): Frame | undefined {
  const [, length = '', checksum = ''] =
    HEAD.exec(bytes.toString('latin1', offset, offset + HEAD_LENGTH)) ?? []
  if (length === '') return undefined
  const from = offset + HEAD_LENGTH
  const end = from + Number.parseInt(length, 16) + 1
  if (end > bytes.length || bytes[end - 1] !== LINE_END) return undefined
  const text = bytes.toString('utf8', from, end - 1)
  return stableId([text]) === checksum ? { offset, end, text } : undefined
}

const LINE_END = 0x0a

/** A frame begins where the file does or a line ends. */
function hasFrameAfter(bytes: Buffer, offset: number): boolean {
  for (let at = bytes.indexOf(LINE_END, offset); at !== -1; at = bytes.indexOf(LINE_END, at + 1))
    if (frameAt(bytes, at + 1) !== undefined) return true
  return false
}
