/** Writes an atlas as DragonBones does, `_tex.json`. */
import type { AtlasModel, AtlasPage, AtlasRegion } from '../../base/model/atlas'

/** Writes an atlas; for several pages, a list of atlases. */
export function textureJson({ name, pages, regions }: AtlasModel): string {
  const atlases = pages.map((page, i) =>
    pageJson(
      name,
      page,
      regions.filter((region) => region.page === i),
    ),
  )
  return `${JSON.stringify(atlases.length === 1 ? atlases[0] : { name, textureAtlas: atlases }, null, 2)}\n`
}

function pageJson(name: string, page: AtlasPage, regions: readonly AtlasRegion[]): object {
  const { width, height, scale } = page
  const size = { width, height, ...(scale === 1 ? {} : { scale }) }
  return { name, imagePath: page.name, ...size, SubTexture: regions.map(regionJson) }
}

function regionJson(region: AtlasRegion): object {
  const { name, x, y, width, height, offsetX, offsetY, originalWidth, originalHeight } = region
  const isTrimmed = originalWidth !== width || originalHeight !== height
  const frame = {
    frameX: -offsetX + 0,
    frameY: -(originalHeight - offsetY - height) + 0,
    frameWidth: originalWidth,
    frameHeight: originalHeight,
  }
  return { name, x, y, width, height, ...(isTrimmed ? frame : {}) }
}
