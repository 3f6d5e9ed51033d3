import type { ScreenPolicy } from './screen.ts'

/** Returns the screen that refuses nothing. */
export function passAll(): ScreenPolicy {
  return { name: 'pass-all', screen: () => undefined }
}
