/**
 * The only way for tests to the folder of recorded poses and sample exports. It is missing in most clones: tests that need
 * it are skipped there, and their titles say why.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { describe, test } from 'vitest'
import { sharedDir } from '../scripts/shared'

/**
 * Describes tests that need folders or files of the shared folder. If one is missing, the suite is a single skipped test that
 * names it.
 *
 * @param needs paths below the shared folder, such as `golden/spine`.
 * @param body called with the full paths of `needs`, in their order.
 */
export function describeShared(
  name: string,
  needs: readonly string[],
  body: (...paths: string[]) => void,
): void {
  const missing = needs.find((below) => sharedPath(below) === null)
  if (missing === undefined) describe(name, () => body(...needs.map((below) => sharedPath(below) ?? below)))
  else test.skip(`${name} (needs shared/${missing}; OSTEON_SHARED names another place)`)
}

/** The result of `use` for the full path of `below`; without that path `otherwise`, as what a list adds to the project's own files. */
export function withShared<T>(below: string, otherwise: T, use: (path: string) => T): T {
  const path = sharedPath(below)
  return path === null ? otherwise : use(path)
}

/** Files below a folder, as sorted paths from there with `/`. */
export function filesIn(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => pattern.test(file))
    .sort()
}

function sharedPath(below: string): string | null {
  const folder = sharedDir()
  const path = folder === null ? null : join(folder, below)
  return path !== null && existsSync(path) ? path : null
}
