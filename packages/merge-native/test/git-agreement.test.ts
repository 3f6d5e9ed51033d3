import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { kernelsHere } from './kernels-here.ts'
import { mergeFileWithGit, mergeWithGit } from './git-oracle.ts'
import { randomCase } from './random-cases.ts'
import type { MergeCase } from './random-cases.ts'
import { FAMILIES } from './random-families.ts'

const count = Number(process.env['AGENTDESCENT_GIT_CASES'] ?? 2000)
const seconds = 1000

const [unique] = FAMILIES
const uniqueCases = Array.from({ length: count / 4 }, (_, seed) => randomCase(seed, [unique]))
const mixedCases = Array.from({ length: count }, (_, seed) => randomCase(seed))
const ofUnique = mergeWithGit(uniqueCases)
const ofMixed = mergeWithGit(mixedCases)

/** Where git reads a text in another way than the kernels; see the design page. */
const CLASSES: Readonly<Record<string, (each: MergeCase) => boolean>> = {
  'git takes a text with NUL for binary': (each) => textsOf(each).some((text) => text.includes(0)),
  'git sees no line end in a CR that no LF follows': (each) =>
    textsOf(each).some((text) => /\r(?!\n)/.test(text.toString('latin1'))),
}

describe.each(kernelsHere())('the $name kernel, merging by line', (kernel) => {
  const mergeOf = (each: MergeCase): Buffer | undefined => {
    const merge = kernel.mergeText(each, { granularity: 'line' })
    return merge.outcome === 'clean' ? Buffer.from(merge.text) : undefined
  }

  test(
    'gives the verdict and the clean text of git on texts whose lines are unique',
    () => {
      for (const [index, each] of uniqueCases.entries())
        expect(mergeOf(each), `seed ${each.seed}`).toEqual(ofUnique[index])
    },
    60 * seconds,
  )

  test(
    `gives git's verdict and clean text on 98 % of ${count} cases, and every other case is of a named class`,
    () => {
      const isAsGits = (each: MergeCase, index: number): boolean => areEqual(mergeOf(each), ofMixed[index])
      const others = mixedCases.filter((each, index) => !isAsGits(each, index))
      const unnamed = others.filter((each) => !Object.values(CLASSES).some((holds) => holds(each)))
      expect(unnamed.map(({ seed }) => seed)).toEqual([])
      expect(others.length / count).toBeLessThanOrEqual(0.02)
    },
    60 * seconds,
  )
})

test(
  'one merge of many files says what `git merge-file` says of each',
  () => {
    const sample = mixedCases.slice(0, 40)
    expect(sample.map(mergeFileWithGit)).toEqual(ofMixed.slice(0, 40))
  },
  60 * seconds,
)

function textsOf({ base, ours, theirs }: MergeCase): Buffer[] {
  return [base, ours, theirs].map((text) => Buffer.from(text))
}

function areEqual(left: Buffer | undefined, right: Buffer | undefined): boolean {
  return left === undefined || right === undefined ? left === right : left.equals(right)
}
