/** Packs pictures into pages, and makes the atlas that says where they are. */
import { MaxRectsPacker } from 'maxrects-packer/dist/maxrects-packer.mjs'
import { type AtlasModel, type AtlasPage, type AtlasRegion, PLAIN_PAGE } from '../../model/atlas'
import { Failure } from '../failure'
import { blank, type Picture, place, shrink, trim } from './pixels'

/** A region that is kept, with its untrimmed image; `null` = it stays as a name, and shows nothing. */
export interface Kept {
  readonly region: AtlasRegion
  readonly picture: Picture | null
}

/** How pages are made. */
export interface Layout {
  /** Largest side of a page, pixels. */
  readonly most: number
  /** Pixels between two regions. */
  readonly padding: number
  /** Of the images' size, above 0 … 1. */
  readonly scale: number
  /** Of the pages' files, without ending. */
  readonly name: string
  readonly filters: Pick<AtlasPage, 'minFilter' | 'magFilter'>
}

/** One rectangle for the packer. */
interface Cut {
  x: number
  y: number
  width: number
  height: number
  readonly picture: Picture
  /** Regions that show it; of the stand-in all that show nothing. */
  readonly regions: readonly Omit<AtlasRegion, 'page' | 'x' | 'y'>[]
}

/** @throws Failure for an image that is larger than a page. */
export function layOut(kept: readonly Kept[], how: Layout): { atlas: AtlasModel; pages: Picture[] } {
  const { most, padding, scale, name, filters } = how
  const packer = new MaxRectsPacker<Cut>(most, most, padding, {
    smart: true,
    pot: false,
    square: false,
    border: padding,
  })
  packer.addArray(cutsOf(kept, how))
  const atlas: AtlasModel = { name, pages: [], regions: [] }
  const pages = packer.bins.map((bin, i) => {
    const page = blank(bin.width, bin.height)
    const file = i === 0 ? `${name}.png` : `${name}_${i + 1}.png`
    atlas.pages.push({
      ...PLAIN_PAGE,
      ...filters,
      ...{ name: file, width: page.width, height: page.height, premultiplied: true, scale },
    })
    for (const { x, y, picture, regions } of bin.rects) {
      place(picture, x, y, page)
      for (const region of regions) atlas.regions.push({ ...region, page: i, x, y })
    }
    return page
  })
  return { atlas, pages }
}

function cutsOf(kept: readonly Kept[], { most, padding, scale }: Layout): Cut[] {
  const cuts = kept.flatMap(({ region, picture: whole }): Cut[] => {
    if (!whole) return []
    const small = shrink(whole, scale)
    const { picture, left, top } = trim(small)
    const { width, height } = picture
    if (Math.max(width, height) + 2 * padding > most)
      throw new Failure(
        `region ${JSON.stringify(region.name)} has ${width} x ${height} pixels: no page of ${most} holds it`,
      )
    const bounds = {
      ...{ width, height, offsetX: left, offsetY: small.height - top - height },
      ...{ originalWidth: small.width, originalHeight: small.height },
    }
    // Splits and pads are pixels of the untrimmed image: of another size they would be wrong.
    const custom = scale === 1 ? region.custom : []
    return [{ x: 0, y: 0, width, height, picture, regions: [{ ...region, ...bounds, custom, rotate: 0 }] }]
  })
  const dropped = kept.filter(({ picture }) => !picture).map(({ region }) => standIn(region))
  if (dropped.length > 0)
    cuts.push({ x: 0, y: 0, width: 1, height: 1, picture: blank(1, 1), regions: dropped })
  return cuts
}

/** One transparent pixel, which the whole attachment shows. */
function standIn({ name, index }: AtlasRegion): Cut['regions'][number] {
  const size = { width: 1, height: 1, originalWidth: 1, originalHeight: 1 }
  return { name, index, ...size, offsetX: 0, offsetY: 0, rotate: 0, custom: [] }
}
