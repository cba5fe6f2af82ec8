import type { Warn } from '../base/errors'

/** Returns a function that passes every warning on once. */
export function warnOnce(warn: Warn): Warn {
  const seen = new Set<string>()
  return (warning) => {
    const key = JSON.stringify([warning.code, warning.source, warning.path, warning.message])
    if (seen.has(key)) return
    seen.add(key)
    warn(warning)
  }
}
