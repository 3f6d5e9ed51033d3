import type { Diff } from '../model/diff.ts'
import { keyPattern } from '../model/key-pattern.ts'

export interface PermissionOptions {
  /** Patterns of the keys that a run may change. Default: all keys. */
  readonly editable?: readonly string[]
  /** Patterns of the keys that no run may change, whatever `editable` says. Default: none. */
  readonly frozen?: readonly string[]
}

/** Which keys of an artifact a run may change. Checked at the proposal and again at the merge; no policy can replace it. */
export interface Permissions {
  /** Returns why the diff may not be made, in one sentence with the key and the rule; undefined when it may. */
  refuse(diff: Diff): string | undefined
  /** Says whether the key may be changed. */
  allows(key: string): boolean
}

/** Returns the permissions that the patterns give. Frozen keys are recognised in other spellings of the same path too. */
export function permissions({ editable = ['**'], frozen = [] }: PermissionOptions = {}): Permissions {
  const editablePatterns = editable.map(keyPattern)
  const frozenPatterns = frozen.map((pattern) => ({ pattern, matches: keyPattern(folded(pattern)) }))
  const refusalOf = (key: string): string | undefined => {
    const rule = frozenPatterns.find(({ matches }) => matches(folded(key)))
    if (rule !== undefined) return `Key ${JSON.stringify(key)} is frozen by "${rule.pattern}".`
    if (editablePatterns.some((matches) => matches(key))) return undefined
    return `Key ${JSON.stringify(key)} is not among the editable ones: ${editable.join(', ')}.`
  }
  return {
    allows: (key) => refusalOf(key) === undefined,
    refuse: ({ edits }) => {
      for (const key of edits.keys()) {
        const refusal = refusalOf(key)
        if (refusal !== undefined) return refusal
      }
      return undefined
    },
  }
}

/** Some file systems ignore case, Unicode form, trailing dots and blanks, or take a backslash for a slash. */
function folded(path: string): string {
  const segments = path.normalize('NFC').toLowerCase().replaceAll('\\', '/').split('/')
  const kept: string[] = []
  for (const segment of segments.map((name) => name.trimEnd())) {
    const isStep = segment === '' || segment === '.'
    if (segment === '..') kept.pop()
    else if (!isStep) kept.push(segment.replace(/[. ]+$/, ''))
  }
  return kept.join('/')
}
