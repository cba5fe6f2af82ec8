/**
 * Draws, packs and writes the demo's own character: a lamplighter on the way home.
 *
 * `npm run artwork` → demo/assets/lamplighter.{json,atlas,png}, a Spine 4.2 skeleton with its atlas.
 * The same sources and the same Chromium give the same bytes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { ROOT } from '../../scripts/entries'
import { atlasText, pack } from './atlas/pack'
import { rasterise } from './atlas/raster'
import { skeletonText } from './rig/skeleton'
import { keyOf, MESHES, PARTS } from './rig/skins'

const TEXELS = 1.6
const PAGE_WIDTH = 1536

async function build(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const pictures = await rasterise(PARTS, TEXELS)
  const items = PARTS.map((part, i) => ({
    name: part.name,
    picture: pictures[i],
    whole: MESHES.has(keyOf(part)),
  }))
  const { page, placed } = pack(items, PAGE_WIDTH)
  const png = PNG.sync.write(page, { deflateLevel: 9 })
  writeFileSync(join(folder, 'lamplighter.png'), png)
  writeFileSync(join(folder, 'lamplighter.atlas'), atlasText('lamplighter.png', page, placed))
  const text = skeletonText()
  writeFileSync(join(folder, 'lamplighter.json'), text)
  console.log(
    `${items.length} images on ${page.width} × ${page.height}, ${png.length >> 10} kB; skeleton ${text.length >> 10} kB`,
  )
}

await build(join(ROOT, 'demo/assets'))
