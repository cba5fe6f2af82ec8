/** Runs programs of this folder in processes of their own. */
import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import type { AmplifiedReport } from './amplified-child'
import type { FuzzReport } from './child'
import type { RecordingFuzzReport } from './mrtk-child'

/** A folder for what a run writes. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'osteon-fuzz-'))
}

/** Bundles a program into `folder`, so that a process starts at once; gives its path. */
export async function bundle(
  name: 'child' | 'mrtk-child' | 'amplified-child',
  folder: string,
): Promise<string> {
  const outfile = join(folder, `${name}.mjs`)
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

/** What the program prints. Throws where it crashes, or takes more than `timeout` milliseconds. */
async function run(program: string, args: readonly string[], timeout: number): Promise<unknown> {
  const corpus = fileURLToPath(new URL('./corpus', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, ...args], {
    timeout,
    maxBuffer: 2 ** 26,
    env: { ...process.env, FUZZ_CORPUS: corpus },
  })
  return JSON.parse(stdout)
}

/** @param program the one for the kind. @param files further valid ones. */
export async function runFuzz(
  program: string,
  kind: 'fields' | 'bytes' | 'skel' | 'dragonbones' | 'recordings',
  runs: number,
  seed: number,
  files: readonly string[],
): Promise<FuzzReport | RecordingFuzzReport> {
  const damaged = kind === 'recordings' ? [] : [kind]
  return (await run(program, [...damaged, String(runs), String(seed), ...files], 600_000)) as FuzzReport
}

/** @param files paths of a skeleton and, or not, of its atlas. */
export async function runAmplified(
  program: string,
  files: readonly (readonly string[])[],
): Promise<AmplifiedReport[]> {
  return (await run(program, [JSON.stringify(files)], 20_000 * files.length)) as AmplifiedReport[]
}
