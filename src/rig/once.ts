/** Makes an object on first use; then it keeps nothing else. */
export function once<T extends object>(make: () => T): () => T {
  let known: { make: () => T } | { made: T } = { make }
  return () => {
    if ('make' in known) known = { made: known.make() }
    return known.made
  }
}
