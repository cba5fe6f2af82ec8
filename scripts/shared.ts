/** Finds the folder of recorded poses and sample exports beside a full checkout. It is not part of the project. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ROOT } from './entries.ts'

/** Its path, or `null` where there is none. The environment variable OSTEON_SHARED names another place, or none if it is empty. Tests call `test/shared.ts`. */
export function sharedDir(): string | null {
  const { OSTEON_SHARED: given = '../shared' } = process.env
  const path = resolve(ROOT, given)
  return given !== '' && existsSync(path) ? path : null
}
