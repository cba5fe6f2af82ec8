/** Gets the official web runtimes that `bench/peers` installs: programs to run, not to read. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { PEERS_FOLDER } from '../../bench/kit/peers-folder'
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

/** Bundled first: the modules of 4.0 name each other without endings, which node does not find. */
export async function loadReference(version: Version): Promise<ReferenceModule> {
  const place = mkdtempSync(join(tmpdir(), 'osteon-reference-'))
  try {
    const outfile = join(place, 'reference.mjs')
    await build({
      stdin: { contents: `export * from '${PACKAGES[version]}'`, resolveDir: PEERS_FOLDER },
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
