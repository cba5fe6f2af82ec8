/** Runs programs of this folder in processes of their own. */
import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { TEST_PATIENCE } from '../patience'
import type { AmplifiedReport } from './amplified/child'
import type { FuzzReport } from './child'

/** The most that a call may cost, in the yardsticks of `test/fixtures/cost.ts`. Quadratic work takes thousands. */
export const MOST_YARDSTICKS = 120
/** The most that memory may grow, in megabytes. */
export const MOST_MB = 256

/** Garbage is collected after so many bytes, also on a busy machine: helper threads may be late. */
const FLAGS = ['--expose-gc', '--predictable-gc-schedule', '--single-threaded-gc']

/** A folder for files of a run. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'osteon-fuzz-'))
}

/** Bundles a program into `folder`, so that a process starts at once; gives its path. */
export async function bundle(
  name: 'child' | 'mrtk-child' | 'amplified/child',
  folder: string,
): Promise<string> {
  const outfile = join(folder, `${name.replace('/', '-')}.mjs`)
  await build({
    entryPoints: [fileURLToPath(new URL(`./${name}.ts`, import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
    outfile,
  })
  return outfile
}

/** The printed result of the program. Throws if it crashes or hangs. */
async function run(program: string, args: readonly string[]): Promise<unknown> {
  const corpus = fileURLToPath(new URL('./corpus', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, program, ...args], {
    timeout: TEST_PATIENCE,
    maxBuffer: 2 ** 26,
    env: { ...process.env, FUZZ_CORPUS: corpus },
  })
  return JSON.parse(stdout)
}

/** @param program the one for the kind. @param files further valid ones. */
export async function runFuzz(
  program: string,
  kind: 'fields' | 'bytes' | 'skel' | 'cooked' | 'dragonbones' | 'cooked-dragonbones' | 'recordings',
  runs: number,
  seed: number,
  files: readonly string[],
): Promise<FuzzReport> {
  const damaged = kind === 'recordings' ? [] : [kind]
  return (await run(program, [...damaged, String(runs), String(seed), ...files])) as FuzzReport
}

/** @param files paths of a skeleton and, or not, of its atlas. */
export async function runAmplified(
  program: string,
  files: readonly (readonly string[])[],
): Promise<AmplifiedReport[]> {
  return (await run(program, [JSON.stringify(files)])) as AmplifiedReport[]
}
