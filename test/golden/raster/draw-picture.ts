/** Draws picture cases in plain Node, as `osteon render` does. */
import { readFile } from 'node:fs/promises'
import { createWorld } from 'bitecs'
import { PNG } from 'pngjs'
import { createAssets, installAnimation } from '../../../src/api'
import { createPainter } from '../../../src/cli/render/painter'
import { nesting } from '../../../src/joins/nesting'
import { located, type RecordedCase } from '../picture-cases'
import { showDragonBones } from '../pictures-page/dragonbones-items'
import { showSpine } from '../pictures-page/spine-items'

/** Pictures on grey and on a transparent background: RGBA with alpha multiplied in. */
export interface DrawnPicture {
  readonly grey: Uint8Array
  readonly clear: Uint8Array
}

const fetchPage = globalThis.fetch

/** Stand-ins for functions of pages. Where pages have addresses, Node has paths. */
export const PAGE_FUNCTIONS = {
  /** Tells the loader that this runtime draws. */
  WebGLRenderingContext: class {},
  async createImageBitmap(file: Blob) {
    const { width, height, data } = PNG.sync.read(Buffer.from(await file.arrayBuffer()))
    return { width, height, data }
  },
  async fetch(input: string | URL | Request, init?: RequestInit) {
    const address = String(input)
    return address.startsWith('/') ? new Response(await readFile(address)) : fetchPage(input, init)
  },
}

/**
 * Needs `PAGE_FUNCTIONS` as globals.
 *
 * @param size pixels a side
 * @throws OsteonError `unsupported…` for a case that is refused.
 */
export async function drawPicture(
  which: RecordedCase,
  folders: readonly string[],
  size: number,
): Promise<DrawnPicture> {
  const world = installAnimation(createWorld(), { use: [nesting] })
  const assets = createAssets()
  const at: RecordedCase = JSON.parse(JSON.stringify(located(which, folders)).replaceAll('/@fs/', '/'))
  if (at.kind === 'spine') await showSpine(world, at.items, assets)
  else await showDragonBones(world, at.items, assets)
  const view = { x: which.view.x, y: which.view.y, scale: size / which.view.size }
  const draw = (background: number[]) => createPainter(size, size).paint(world, view, background)
  return { grey: draw([128 / 255, 128 / 255, 128 / 255, 1]), clear: draw([0, 0, 0, 0]) }
}
