/** Finds the folder of recorded poses and sample exports beside a full checkout. It is not part of the project. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ROOT } from './entries.ts'

/** Its path, or `null` where there is none. The environment variable OSTEON_SHARED overrides the place. Tests call `test/shared.ts`. */
export function sharedDir(): string | null {
  const path = resolve(ROOT, process.env.OSTEON_SHARED ?? join(ROOT, '../shared'))
  return existsSync(path) ? path : null
}
