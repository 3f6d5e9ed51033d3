import { Word64 } from './word64.ts'

const BLOCK_BYTES = 32

/** Returns the XXH64 hash (seed 0) of the bytes, as xxHash's specification defines it. */
export function stableHash(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const hash = bytes.length < BLOCK_BYTES ? new Word64(0x27d4eb2f, 0x165667c5) : hashBlocks(view)
  hash.add(0, bytes.length)
  hashTail(hash, view)
  avalanche(hash)
  return hash.toBigInt()
}

function hashBlocks(view: DataView): Word64 {
  const first = new Word64(0x60ea27ee, 0xadc0b5d6)
  const second = new Word64(0xc2b2ae3d, 0x27d4eb4f)
  const third = new Word64(0, 0)
  const fourth = new Word64(0x61c8864e, 0x7a143579)
  for (let at = 0; at + BLOCK_BYTES <= view.byteLength; at += BLOCK_BYTES) {
    round(first, view.getUint32(at + 4, true), view.getUint32(at, true))
    round(second, view.getUint32(at + 12, true), view.getUint32(at + 8, true))
    round(third, view.getUint32(at + 20, true), view.getUint32(at + 16, true))
    round(fourth, view.getUint32(at + 28, true), view.getUint32(at + 24, true))
  }
  const hash = new Word64(first.high, first.low)
  hash.rotateLeft(1)
  addRotated(hash, second, 7)
  addRotated(hash, third, 12)
  addRotated(hash, fourth, 18)
  for (const lane of [first, second, third, fourth]) mergeLane(hash, lane)
  return hash
}

/** One step of a lane: adds the scrambled input, then scrambles the lane. */
function round(lane: Word64, high: number, low: number): void {
  const input = new Word64(high, low)
  input.multiply(0xc2b2ae3d, 0x27d4eb4f)
  lane.add(input.high, input.low)
  lane.rotateLeft(31)
  lane.multiply(0x9e3779b1, 0x85ebca87)
}

function addRotated(hash: Word64, lane: Word64, bits: number): void {
  const turned = new Word64(lane.high, lane.low)
  turned.rotateLeft(bits)
  hash.add(turned.high, turned.low)
}

function mergeLane(hash: Word64, lane: Word64): void {
  const value = new Word64(0, 0)
  round(value, lane.high, lane.low)
  hash.xor(value.high, value.low)
  hash.multiply(0x9e3779b1, 0x85ebca87)
  hash.add(0x85ebca77, 0xc2b2ae63)
}

/** Takes in the bytes after the last whole block: eight, then four, then one at a time. */
function hashTail(hash: Word64, view: DataView): void {
  let at = view.byteLength - (view.byteLength % BLOCK_BYTES)
  for (; at + 8 <= view.byteLength; at += 8) {
    const value = new Word64(0, 0)
    round(value, view.getUint32(at + 4, true), view.getUint32(at, true))
    hash.xor(value.high, value.low)
    hash.rotateLeft(27)
    hash.multiply(0x9e3779b1, 0x85ebca87)
    hash.add(0x85ebca77, 0xc2b2ae63)
  }
  if (at + 4 <= view.byteLength) {
    const value = new Word64(0, view.getUint32(at, true))
    value.multiply(0x9e3779b1, 0x85ebca87)
    hash.xor(value.high, value.low)
    hash.rotateLeft(23)
    hash.multiply(0xc2b2ae3d, 0x27d4eb4f)
    hash.add(0x165667b1, 0x9e3779f9)
    at += 4
  }
  for (; at < view.byteLength; at += 1) {
    const value = new Word64(0, view.getUint8(at))
    value.multiply(0x27d4eb2f, 0x165667c5)
    hash.xor(value.high, value.low)
    hash.rotateLeft(11)
    hash.multiply(0x9e3779b1, 0x85ebca87)
  }
}

function avalanche(hash: Word64): void {
  hash.xorShiftedRight(33)
  hash.multiply(0xc2b2ae3d, 0x27d4eb4f)
  hash.xorShiftedRight(29)
  hash.multiply(0x165667b1, 0x9e3779f9)
  hash.xorShiftedRight(32)
}
