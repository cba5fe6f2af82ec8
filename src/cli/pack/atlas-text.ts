/** Writes an atlas as text, in the layout of Spine 4.0 and later. */
import type { AtlasModel, AtlasPage, AtlasRegion, TextureFilter } from '../../base/model/atlas'

export function atlasText({ pages, regions }: AtlasModel): string {
  const parts = pages.map((page, i) => {
    const own = regions.filter((region) => region.page === i)
    return [pageText(page), ...own.map(regionText)].join('\n')
  })
  return `${parts.join('\n\n')}\n`
}

function pageText({ name, width, height, minFilter, magFilter, premultiplied, scale }: AtlasPage): string {
  return [
    name,
    `size: ${width}, ${height}`,
    `filter: ${filterName(minFilter)}, ${filterName(magFilter)}`,
    ...(premultiplied ? ['pma: true'] : []),
    ...(scale === 1 ? [] : [`scale: ${scale}`]),
  ].join('\n')
}

function filterName(filter: TextureFilter): string {
  return filter.replace(/^mipmap/, 'MipMap').replace(/^[a-z]/, (letter) => letter.toUpperCase())
}

function regionText(region: AtlasRegion): string {
  const { name, x, y, width, height, offsetX, offsetY, originalWidth, originalHeight, index, custom } = region
  const trimmed = originalWidth !== width || originalHeight !== height
  return [
    name,
    `bounds: ${x}, ${y}, ${width}, ${height}`,
    ...(trimmed ? [`offsets: ${offsetX}, ${offsetY}, ${originalWidth}, ${originalHeight}`] : []),
    ...(index === -1 ? [] : [`index: ${index}`]),
    ...custom.map((pair) => `${pair.name}: ${pair.values.join(', ')}`),
  ].join('\n')
}
