/** Which versions are read, and what is said of others. */
import { DIALECTS, type Dialect } from '../maths'

/** The dialect of the version that a file names; `null` if it is none that is read. */
export function dialectNamed(version: string): Dialect | null {
  const numbers = /^\s*(\d+)\.(\d+)/.exec(version)
  if (!numbers || version === '3.8.75') return null
  const name = `${Number(numbers[1])}.${Number(numbers[2])}`
  return DIALECTS.find((known) => known === name) ?? null
}

/** Why a version is refused, and which ones are read. */
export function whyRefused(version: string): string {
  const why = version === '3.8.75' ? 'is broken; re-export' : 'is not supported'
  return `Spine ${version} ${why}; supported: ${DIALECTS.join(', ')}`
}
