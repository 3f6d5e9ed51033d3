/** One claim that holds for every implementation of a seam. */
export interface Check<Subject> {
  readonly name: string
  /** Throws, or rejects, when the claim does not hold; `make` gives a fresh implementation at each call. */
  readonly run: (make: () => Subject) => void | Promise<void>
}

/** Returns the names of the checks that an implementation fails. */
export async function failedChecks<Subject>(
  checks: readonly Check<Subject>[],
  make: () => Subject,
): Promise<readonly string[]> {
  const failed: string[] = []
  for (const { name, run } of checks) {
    try {
      await run(make)
    } catch {
      failed.push(name)
    }
  }
  return failed
}
