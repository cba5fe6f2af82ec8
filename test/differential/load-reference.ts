/** Gets the official web runtimes that `bench/peers` installs: programs to run, not to read. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { ReferenceModule } from './reference-api'

/** Where the runtime of a version is found below `bench/peers`. */
const PACKAGES = {
  '4.0': 'spine-core-4.0',
  '4.1': 'spine-core-4.1',
  '4.2': '@esotericsoftware/spine-core',
  '4.3': 'spine-core-4.3',
} as const

export type Version = keyof typeof PACKAGES
export const VERSIONS = Object.keys(PACKAGES) as Version[]

const folder = fileURLToPath(new URL('../../bench/peers', import.meta.url))

export function installReferences(): void {
  // On Windows npm is a script, which only a shell can start.
  const shell = process.platform === 'win32'
  execFileSync('npm', ['ci', '--ignore-scripts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell,
  })
}

/** Bundled first: the modules of 4.0 name each other without endings, which node does not find. */
export async function loadReference(version: Version): Promise<ReferenceModule> {
  const place = mkdtempSync(join(tmpdir(), 'osteon-reference-'))
  try {
    const outfile = join(place, 'reference.mjs')
    await build({
      stdin: { contents: `export * from '${PACKAGES[version]}'`, resolveDir: folder },
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
      outfile,
    })
    const module: ReferenceModule = await import(pathToFileURL(outfile).href)
    return module
  } finally {
    rmSync(place, { recursive: true })
  }
}
