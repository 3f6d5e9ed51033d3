import { OptionError, shown } from '@agentdescent/sdk'

/** How far a port may be compared with the work it ports; only `benchmark-faithful` reproduces it. */
export type Fidelity =
  | 'benchmark-faithful'
  | 'mechanism-microport'
  | 'environment-analogue'
  | 'inference-analogue'
  | 'self-edit-analogue'

/** Where a ported algorithm was published. */
export interface Upstream {
  readonly title: string
  readonly repository: string
  /** The commit that was read: 40 hexadecimal digits. */
  readonly revision: string
}

/** What is known of a port before it runs. */
export interface Port {
  /** Its folder, and its name on the command line. */
  readonly name: string
  readonly upstream: Upstream
  readonly fidelity: Fidelity
  /** What the algorithm's authors call one step: rounds, generations, episodes. */
  readonly iterationWord: string
}

/**
 * Returns the port, frozen, once its name and its upstream revision are well formed.
 * @throws OptionError `bad-port-name`, `bad-revision`
 */
export function definePort(port: Port): Port {
  const { name, upstream } = port
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) throw badName(name)
  if (!/^[0-9a-f]{40}$/.test(upstream.revision)) throw badRevision(name, upstream.revision)
  return Object.freeze({ ...port, upstream: Object.freeze({ ...upstream }) })
}

/** Tells whether the port's results may be cited as a reproduction of the work it ports. */
export function isReproduction(port: Port): boolean {
  return port.fidelity === 'benchmark-faithful'
}

function badName(name: string): OptionError {
  return new OptionError({
    code: 'bad-port-name',
    argument: 'name',
    value: shown(name),
    message: `Port name ${shown(name)} is not kebab-case.`,
    fix: 'Use small letters, digits and single hyphens, like "skill-opt".',
  })
}

function badRevision(name: string, revision: string): OptionError {
  return new OptionError({
    code: 'bad-revision',
    argument: 'upstream.revision',
    value: shown(revision),
    message: `Port "${name}" names the revision ${shown(revision)}, which is no commit.`,
    fix: 'Give the 40 hexadecimal digits of the commit that was read.',
  })
}
