/** The versions that are read, their dialects, and messages about others. */
import { DIALECTS, type Dialect } from '../maths'

export interface KnownVersion {
  readonly dialect: Dialect
  /** From 2.1 to 3.5: JSON is read by the rules of 3.6, `.skel` files are not read. */
  readonly before36: boolean
  /** Text of a warning; `null` if there is none. */
  readonly odd: string | null
}

/** @returns `null` for versions that are not read. */
export function knownVersion(version: string): KnownVersion | null {
  const numbers = /^\s*(\d+)\.(\d+)/.exec(version)
  if (!numbers) return null
  const [major, minor] = [Number(numbers[1]), Number(numbers[2])]
  if ((major === 2 && minor >= 1) || (major === 3 && minor <= 5)) {
    const skews = major === 2 ? ': uneven scale skews the bones below, which it did not do there' : ''
    return { dialect: '3.6', before36: true, odd: `Spine ${version} is read by the rules of 3.6${skews}` }
  }
  const dialect = DIALECTS.find((known) => known === `${major}.${minor}`)
  if (!dialect) return null
  const odd =
    version === '3.8.75' ? '3.8.75 was a beta that official runtimes refuse; it is read as 3.8' : null
  return { dialect, before36: false, odd }
}

/** Message of a refused version, with the versions that are read. */
export function whyRefused(version: string): string {
  return `Spine ${version} is not supported; supported: ${DIALECTS.join(', ')}, and JSON of 2.1 to 3.5`
}
