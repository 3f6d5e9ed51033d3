/** An unsigned 64-bit integer that changes in place, held as two signed 32-bit halves so that no step allocates. */
export class Word64 {
  high: number
  low: number

  constructor(high: number, low: number) {
    this.high = high | 0
    this.low = low | 0
  }

  /** Adds modulo 2^64. */
  add(high: number, low: number): void {
    const sum = (this.low >>> 0) + (low >>> 0)
    this.high = (this.high + high + (sum > 0xffffffff ? 1 : 0)) | 0
    this.low = sum | 0
  }

  /** Multiplies modulo 2^64; the low halves' upper product is built from 16-bit pieces. */
  multiply(high: number, low: number): void {
    const ours = this.low
    const cross = Math.imul(ours & 0xffff, low >>> 16)
    const across = Math.imul(ours >>> 16, low & 0xffff)
    const carry = (Math.imul(ours & 0xffff, low & 0xffff) >>> 16) + (cross & 0xffff) + (across & 0xffff)
    const upper = Math.imul(ours >>> 16, low >>> 16) + (cross >>> 16) + (across >>> 16) + (carry >>> 16)
    this.high = (upper + Math.imul(this.high, low) + Math.imul(ours, high)) | 0
    this.low = Math.imul(ours, low)
  }

  xor(high: number, low: number): void {
    this.high ^= high
    this.low ^= low
  }

  /** Rotates left by 1 to 31 bits. */
  rotateLeft(bits: number): void {
    const high = (this.high << bits) | (this.low >>> (32 - bits))
    this.low = (this.low << bits) | (this.high >>> (32 - bits))
    this.high = high
  }

  /** Combines the value with itself shifted right by 1 to 63 bits. */
  xorShiftedRight(bits: number): void {
    if (bits < 32) {
      this.low ^= (this.low >>> bits) | (this.high << (32 - bits))
      this.high ^= this.high >>> bits
    } else this.low ^= this.high >>> (bits - 32)
  }

  toBigInt(): bigint {
    return (BigInt(this.high >>> 0) << 32n) | BigInt(this.low >>> 0)
  }
}
