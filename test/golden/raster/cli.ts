/** `npm run golden:raster`: draws picture cases as `osteon render` does, to be compared by another program. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Command } from 'commander'
import { PNG } from 'pngjs'
import { OsteonError } from '../../../src/api'
import { isAsked } from '../files'
import { caseFolders, readCases } from '../picture-cases'
import { drawPicture, PAGE_FUNCTIONS } from './draw-picture'

const command = new Command('golden:raster')
  .description(
    'Draws picture cases in plain Node, on grey and on a transparent background. Exits 1 if one fails.',
  )
  .requiredOption('--cases <file>', 'the case list')
  .requiredOption('--samples <dir>', 'folder of the exports that it names')
  .requiredOption('--out <dir>', 'where pictures are written, named as the list has them')
  .option('--only <glob...>', 'only these cases')

const { cases, samples, out, only } = command
  .parse()
  .opts<{ cases: string; samples: string; out: string; only?: string[] }>()
const { cases: all, size } = readCases(cases)
const folders = caseFolders(cases, samples)
mkdirSync(out, { recursive: true })
Object.assign(globalThis, PAGE_FUNCTIONS)

for (const which of all.filter(({ id }) => isAsked(id, only))) {
  try {
    const { grey, clear } = await drawPicture(which, folders, size)
    write(which.images.grey, grey)
    if (which.images.clear !== undefined) write(which.images.clear, clear)
    console.log(`${which.id} drawn`)
  } catch (error) {
    if (!(error instanceof OsteonError) || !error.code.startsWith('unsupported')) throw error
    console.log(`${which.id} refused (${error.code})`)
  }
}

function write(name: string, pixels: Uint8Array): void {
  const png = new PNG({ width: size, height: size })
  png.data = Buffer.from(pixels)
  writeFileSync(join(out, basename(name)), PNG.sync.write(png))
}
