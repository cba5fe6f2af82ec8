/** Packs pictures into pages, and makes the atlas that gives their places. */
import { MaxRectsPacker } from 'maxrects-packer/dist/maxrects-packer.mjs'
import { type AtlasModel, type AtlasPage, type AtlasRegion, PLAIN_PAGE } from '../../base/model/atlas'
import { Failure } from '../failure'
import type { Picture } from './alpha'
import { blank, place, shrink, shrinkPiece, trim } from './pixels'

/** A region of the old atlas. */
export interface Kept {
  readonly region: AtlasRegion
  /** Its untrimmed image, or that of its rectangle; null if the region stays only as a name, and shows nothing. */
  readonly picture: Picture | null
  /** The image is that of the whole rectangle, because a mesh covers it, transparent rims and all. */
  readonly isWhole: boolean
}

/** How pages are made. */
export interface Layout {
  /** Largest side of a page, pixels. */
  readonly most: number
  /** Pixels between two regions. */
  readonly padding: number
  /** Share of the images' size, above 0 … 1. */
  readonly scale: number
  /** Name of the pages' files, without ending. */
  readonly name: string
  /** Settings of all pages; their scale is that of images at scale 1. */
  readonly page: Pick<AtlasPage, 'minFilter' | 'magFilter' | 'premultiplied' | 'scale'>
}

/** One rectangle for the packer. */
interface Cut {
  x: number
  y: number
  width: number
  height: number
  readonly picture: Picture
  /** Regions that show it; for the stand-in, all that show nothing. */
  readonly regions: readonly Omit<AtlasRegion, 'page' | 'x' | 'y'>[]
}

/** Lays out pages. @throws Failure for an image that is larger than a page. */
export function layOut(kept: readonly Kept[], how: Layout): { atlas: AtlasModel; pages: Picture[] } {
  const { most, padding, scale, name, page: settings } = how
  const atlas: AtlasModel = { name, pages: [], regions: [] }
  const pages = packed(cutsOf(kept, how), most, padding).map((bin, i) => {
    const page = blank(bin.width, bin.height)
    const file = i === 0 ? `${name}.png` : `${name}_${i + 1}.png`
    atlas.pages.push({
      ...PLAIN_PAGE,
      ...settings,
      ...{ name: file, width: page.width, height: page.height, scale: settings.scale * scale },
    })
    for (const { x, y, picture, regions } of bin.rects) {
      place(picture, x, y, page)
      for (const region of regions) atlas.regions.push({ ...region, page: i, x, y })
    }
    return page
  })
  return { atlas, pages }
}

/** Returns the pages with the fewest pixels, found by packing into pages of several widths. */
function packed(cuts: readonly Cut[], most: number, padding: number): Page[] {
  const area = cuts.reduce((sum, { width, height }) => sum + (width + padding) * (height + padding), 0)
  const widest = Math.max(...cuts.map(({ width }) => width)) + 2 * padding
  const widths = WIDTHS.map((factor) => Math.ceil(Math.sqrt(area) * factor)).filter(
    (it) => it >= widest && it < most,
  )
  let best: Page[] = []
  for (const width of [most, ...widths]) {
    const packer = new MaxRectsPacker<Cut>(width, most, padding, {
      ...{ smart: true, pot: false, square: false, border: padding },
    })
    packer.addArray(cuts.map((cut) => ({ ...cut })))
    if (best.length === 0 || (packer.bins.length <= best.length && pixelsOf(packer.bins) < pixelsOf(best)))
      best = packer.bins
  }
  return best
}

/** A page that the packer filled. */
type Page = MaxRectsPacker<Cut>['bins'][number]

/** Widths of pages to try, relative to the side of a square with the images' area. */
const WIDTHS = Array.from({ length: 24 }, (_, i) => 0.7 + i / 20)

function pixelsOf(pages: readonly Page[]): number {
  return pages.reduce((sum, { width, height }) => sum + width * height, 0)
}

function cutsOf(kept: readonly Kept[], { most, padding, scale }: Layout): Cut[] {
  const cuts = kept.flatMap(({ region, picture: whole, isWhole }): Cut[] => {
    if (!whole) return []
    const { picture, ...bounds } = isWhole ? pieceOf(region, whole, scale) : trimmed(whole, scale)
    const { width, height } = picture
    if (Math.max(width, height) + 2 * padding > most)
      throw new Failure(
        `region ${JSON.stringify(region.name)} has ${width} x ${height} pixels: no page of ${most} holds it`,
      )
    // Splits and pads are pixels of the untrimmed image: at another size they would be wrong.
    const custom = scale === 1 ? region.custom : []
    return [
      {
        x: 0,
        y: 0,
        width,
        height,
        picture,
        regions: [{ ...region, width, height, ...bounds, custom, rotate: 0 }],
      },
    ]
  })
  const dropped = kept.filter(({ picture }) => !picture).map(({ region }) => standIn(region))
  if (dropped.length > 0)
    cuts.push({ x: 0, y: 0, width: 1, height: 1, picture: blank(1, 1), regions: dropped })
  return cuts
}

/** An image, and its place in its untrimmed one: in whole pixels, because atlases hold no fractions. */
type Placed = { picture: Picture } & Pick<
  AtlasRegion,
  'offsetX' | 'offsetY' | 'originalWidth' | 'originalHeight'
>

function trimmed(whole: Picture, scale: number): Placed {
  const small = shrink(whole, scale)
  const { picture, left, top } = trim(small)
  return {
    picture,
    ...{ offsetX: left, offsetY: small.height - top - picture.height },
    ...{ originalWidth: small.width, originalHeight: small.height },
  }
}

/** Returns the rectangle of a region as a piece of its untrimmed image, so that meshes on it do not shift. */
function pieceOf(region: AtlasRegion, rectangle: Picture, scale: number): Placed {
  const { offsetX, offsetY, originalWidth, originalHeight } = region
  const frame = { offsetX, offsetY, originalWidth, originalHeight }
  if (scale === 1) return { picture: rectangle, ...frame }
  const top = originalHeight - offsetY - rectangle.height
  const sides = { x: { start: offsetX, whole: originalWidth }, y: { start: top, whole: originalHeight } }
  const { picture, x, y } = shrinkPiece(rectangle, sides, scale)
  return {
    picture,
    ...{ offsetX: x.start, offsetY: y.whole - y.start - picture.height },
    ...{ originalWidth: x.whole, originalHeight: y.whole },
  }
}

/** Returns one transparent pixel, which the whole attachment shows. */
function standIn({ name, index }: AtlasRegion): Cut['regions'][number] {
  const size = { width: 1, height: 1, originalWidth: 1, originalHeight: 1 }
  return { name, index, ...size, offsetX: 0, offsetY: 0, rotate: 0, custom: [] }
}
