/** Returns a rule without what does not distinguish rules: letter case, outer blanks and Unicode composition. */
export function folded(rule: string): string {
  return rule.normalize('NFC').trim().toLowerCase()
}
