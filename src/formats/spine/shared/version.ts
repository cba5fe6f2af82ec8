/** The versions that are read, their dialects, and messages about others. */
import { DIALECTS, type Dialect } from '../maths'

export interface KnownVersion {
  readonly dialect: Dialect
  /** From 2.1 to 3.5: JSON is read by the rules of 3.6, `.skel` files are not read. */
  readonly before36: boolean
  /** Text of a warning; `null` if there is none. */
  readonly odd: string | null
  /** Why `.skel` files of this version are not read; `null` if they are. */
  readonly noBinary: string | null
}

/** The first beta of 4.3 whose `.skel` files have the layout of the release. */
const FIRST_OF_43 = 40

/** Returns facts about a version; `null` for versions that are not read. */
export function knownVersion(version: string): KnownVersion | null {
  const numbers = /^\s*(\d+)\.(\d+)(?:\.(\d+))?(-beta)?/i.exec(version)
  if (!numbers) return null
  const [major, minor, patch] = numbers.slice(1, 4).map((digits) => Number(digits ?? 0))
  if ((major === 2 && minor >= 1) || (major === 3 && minor <= 5)) {
    const skews = major === 2 ? ': uneven scale skews the bones below, which it did not do there' : ''
    const odd = `Spine ${version} is read by the rules of 3.6${skews}`
    return { dialect: '3.6', before36: true, odd, noBinary: whyRefused(version) }
  }
  const dialect = DIALECTS.find((known) => known === `${major}.${minor}`)
  if (!dialect) return null
  const known: KnownVersion = { dialect, before36: false, odd: null, noBinary: null }
  if (version === '3.8.75')
    return { ...known, odd: '3.8.75 was a beta that official runtimes refuse; it is read as 3.8' }
  if (numbers[4] === undefined) return known
  const noBinary =
    dialect === '4.3' && patch < FIRST_OF_43
      ? `Spine ${version} is a beta: .skel files have another layout before 4.3.${FIRST_OF_43}. Export it as JSON, or again with a later editor`
      : null
  return { ...known, odd: `Spine ${version} is a beta; it is read by the rules of ${dialect}`, noBinary }
}

/** Returns the message for a refused version, with the versions that are read. */
export function whyRefused(version: string): string {
  return `Spine ${version} is not supported; supported: ${DIALECTS.join(', ')}, and JSON of 2.1 to 3.5`
}
