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
 * @throws RangeError with the offending value.
 */
export function definePort(port: Port): Port {
  const { name, upstream } = port
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new RangeError(`Port name ${JSON.stringify(name)} must be kebab-case, like "skill-opt".`)
  if (!/^[0-9a-f]{40}$/.test(upstream.revision))
    throw new RangeError(
      `Port "${name}": revision ${JSON.stringify(upstream.revision)} must be the 40 hexadecimal digits of a commit.`,
    )
  return Object.freeze({ ...port, upstream: Object.freeze({ ...upstream }) })
}

/** Tells whether the port's results may be cited as a reproduction of the work it ports. */
export function isReproduction(port: Port): boolean {
  return port.fidelity === 'benchmark-faithful'
}
