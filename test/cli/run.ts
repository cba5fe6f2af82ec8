/** Runs the command as users do, in a process of its own. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../../scripts/entries'

/** Characters that move a terminal's cursor, or are not seen. */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** @param env more of the environment */
export function osteon(
  args: readonly string[],
  cwd: string = ROOT,
  env: Readonly<Record<string, string>> = {},
) {
  const tsx = join(ROOT, 'node_modules/tsx/dist/loader.mjs')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', tsx, join(ROOT, 'src/cli/osteon.ts'), ...args],
    { cwd, encoding: 'utf8', env: { ...process.env, ...env } },
  )
  return { status, stdout, stderr }
}
