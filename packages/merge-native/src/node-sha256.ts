import { createHash } from 'node:crypto'

/** Returns the 32 bytes of SHA-256 over `bytes`, computed by Node. */
export function nodeSha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(bytes).digest())
}
