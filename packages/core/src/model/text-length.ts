/** Returns the number of code points of the text: the unit of every size limit in characters. */
export function charactersIn(text: string): number {
  let surrogatePairs = 0
  for (let index = 0; index < text.length; index++) {
    const isPair = isLead(text.charCodeAt(index)) && isTrail(text.charCodeAt(index + 1))
    if (isPair) surrogatePairs += 1
  }
  return text.length - surrogatePairs
}

function isLead(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isTrail(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
