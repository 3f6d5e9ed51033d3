export function depth(a: number): number {
  if (a > 0) {
    if (a > 1) {
      if (a > 2) {
        if (a > 3) return 4
      }
    }
  }
  return 0
}
