/** `npm run golden:skia`: draws picture cases as `osteon render` does, to be compared by another program. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createWorld } from 'bitecs'
import { Command } from 'commander'
import { PNG } from 'pngjs'
import { createAssets, installAnimation, nesting, OsteonError } from '../../src/api'
import { createPainter, openSkia } from '../../src/cli/render/skia'
import { isAsked } from './files'
import { caseFolders, located, readCases } from './picture-cases'
import { showDragonBones } from './pictures-page/dragonbones-items'
import { showSpine } from './pictures-page/spine-items'

const command = new Command('golden:skia')
  .description(
    'Draws picture cases with Skia, on grey and on a transparent background. Exits 1 if one fails.',
  )
  .requiredOption('--cases <file>', 'the case list')
  .requiredOption('--samples <dir>', 'folder of the exports that it names')
  .requiredOption('--out <dir>', 'where pictures are written, named as the list has them')
  .option('--only <glob...>', 'only these cases')

const { cases, samples, out, only } = command
  .parse()
  .opts<{ cases: string; samples: string; out: string; only?: string[] }>()
const list = readCases(cases)
const folders = caseFolders(cases, samples)
const assets = createAssets()
const kit = await openSkia()
mkdirSync(out, { recursive: true })

// What decodes in pages is not there in Node.
globalThis.createImageBitmap = (async (file: Blob) => {
  const { width, height, data } = PNG.sync.read(Buffer.from(await file.arrayBuffer()))
  return { width, height, data }
}) as unknown as typeof createImageBitmap
const fetchPage = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const address = String(input)
  return address.startsWith('/') ? new Response(await readFile(address)) : fetchPage(input, init)
}

for (const which of list.cases.filter(({ id }) => isAsked(id, only))) {
  const world = installAnimation(createWorld(), { nesting })
  // Where pages have addresses, Node has paths.
  const at: typeof which = JSON.parse(JSON.stringify(located(which, folders)).replaceAll('/@fs/', '/'))
  try {
    if (at.kind === 'spine') await showSpine(world, at.items, assets)
    else await showDragonBones(world, at.items, assets)
  } catch (error) {
    if (!(error instanceof OsteonError) || !error.code.startsWith('unsupported')) throw error
    console.log(`${which.id} refused (${error.code})`)
    continue
  }
  const { size } = list
  const view = { x: which.view.x, y: which.view.y, scale: size / which.view.size }
  const painter = createPainter(kit, size, size)
  const write = (name: string, background: number[]) => {
    const png = new PNG({ width: size, height: size })
    png.data = Buffer.from(painter.paint(world, view, background))
    writeFileSync(join(out, basename(name)), PNG.sync.write(png))
  }
  write(which.images.grey, [128 / 255, 128 / 255, 128 / 255, 1])
  if (which.images.clear !== undefined) write(which.images.clear, [0, 0, 0, 0])
  console.log(`${which.id} drawn`)
}
