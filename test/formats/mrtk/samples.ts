/** Sample recordings beside a full checkout. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedDir } from '../../shared'

const folder = join(sharedDir() ?? '', 'samples/mrtk')

/** File names below the folder of samples; none where it is missing. */
export const SAMPLES: readonly string[] = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.bin'))
      .sort()
  : []

export function sampleBytes(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(folder, name)))
}
