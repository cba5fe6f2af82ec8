/** The folder of recorded poses and sample exports that lies beside a full checkout; not part of the project. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Its path, or `null` where there is none. The environment variable OSTEON_SHARED overrides the place. */
export function sharedDir(): string | null {
  const path = process.env.OSTEON_SHARED ?? fileURLToPath(new URL('../../shared', import.meta.url))
  return existsSync(path) ? path : null
}
