import type { PermissionOptions } from '../governance/permissions.ts'
import { refuse } from './checks.ts'
import type { ArtifactOptions } from './options.ts'

/** Returns the patterns of both lists. @throws OptionError `bad-pattern` for anything but texts that are not empty. */
export function resolvePermissions({
  editable = ['**'],
  frozen = [],
}: Pick<ArtifactOptions, 'editable' | 'frozen'>): Required<PermissionOptions> {
  refuseBadPatterns('artifact.editable', editable)
  refuseBadPatterns('artifact.frozen', frozen)
  return { editable, frozen }
}

function refuseBadPatterns(argument: string, patterns: readonly string[]): void {
  if (!Array.isArray(patterns))
    refuse({ code: 'bad-pattern', argument, value: patterns, must: 'a list of patterns' })
  for (const [index, pattern] of patterns.entries())
    if (typeof pattern !== 'string' || pattern === '')
      refuse({
        code: 'bad-pattern',
        argument: `${argument}[${index}]`,
        value: pattern,
        must: 'a pattern such as "tests/**"',
      })
}
