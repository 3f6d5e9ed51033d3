/** Returns `compute` with its latest answers remembered, at most `limit` of them; the one unused for longest makes room. */
export function recently<Key, Answer>(limit: number, compute: (key: Key) => Answer): (key: Key) => Answer {
  const known = new Map<Key, { readonly answer: Answer }>()
  return (key) => {
    const found = known.get(key) ?? { answer: compute(key) }
    known.delete(key)
    known.set(key, found)
    for (const oldest of known.keys()) {
      if (known.size <= limit) break
      known.delete(oldest)
    }
    return found.answer
  }
}
