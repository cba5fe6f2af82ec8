/** Runs the command as users do, in a process of its own. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { ROOT } from '../../scripts/entries'

/** Characters that move a terminal's cursor, or are not seen. */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** @param env more of the environment */
export function osteon(
  args: readonly string[],
  cwd: string = ROOT,
  env: Readonly<Record<string, string>> = {},
) {
  command ??= bundleCommand()
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, stdout, stderr }
}

let command: string | null = null

/** Bundled once a process: a loader would compile it anew in every run. */
function bundleCommand(): string {
  const folder = join(ROOT, 'out/command')
  const { outputFiles } = buildSync({
    entryPoints: [join(ROOT, 'src/cli/osteon.ts')],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    absWorkingDir: ROOT,
    write: false,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  })
  mkdirSync(folder, { recursive: true })
  for (const { path, contents } of outputFiles) {
    // Another process may be running the same file.
    const part = `${path}.${process.pid}`
    writeFileSync(part, contents)
    renameSync(part, path)
  }
  return join(folder, 'osteon.mjs')
}
