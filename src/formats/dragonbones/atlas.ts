/** Reads DragonBones' texture atlases, `_tex.json`. */
import { type AtlasModel, type AtlasPage, type AtlasRegion, PLAIN_PAGE } from '../../base/model/atlas'
import { openAccount } from '../../base/model/limits'
import type { ReadOptions } from '../../base/model/reader'
import { type ObjectPlace, refuse, root, warnAt } from '../shared/place'
import { shown, sourceFile } from '../shared/source-file'
import { parseJson } from '../shared/text'
import { asObject, eachItem, isObject } from '../shared/values'
import { headerOf } from './blocks'
import { isBinary } from './detect'
import { looseFlag, looseList, looseNumber, looseText } from './values'

/**
 * Reads an atlas file, or the atlases inside a skeleton file.
 *
 * @throws OsteonError `not-json`, `bad-atlas` and one for every malformed place, with its path.
 */
export function readDragonBonesAtlas(data: string | Uint8Array, options: ReadOptions): AtlasModel {
  const { source, warn } = options
  const account = openAccount(data, options.limits)
  const content = isBinary(data) ? headerOf(data, source) : data
  const at = root(sourceFile(source, 1, account, warn), parseJson(content, source, account))
  if (!isObject(at.value)) return refuse(at, undefined, 'bad-atlas', 'an object')
  const file = asObject(at)
  const atlas: AtlasModel = { name: looseText(file, 'name', '') || source, pages: [], regions: [] }
  const names = new Set<string>()
  if (Array.isArray(file.value.SubTexture)) addPage(atlas, file, names)
  else if (Array.isArray(file.value.textureAtlas))
    eachItem(looseList(file, 'textureAtlas'), (one) => addPage(atlas, one, names))
  else refuse(file, 'SubTexture', 'bad-atlas', 'a list, as DragonBones atlases have')
  return atlas
}

/** Adds a page. If several regions have the same name, the first counts. */
function addPage({ pages, regions }: AtlasModel, at: ObjectPlace, names: Set<string>): void {
  const page = pages.push(pageOf(at)) - 1
  eachItem(looseList(at, 'SubTexture'), (item) => {
    const region = { ...regionOf(item), page }
    if (names.has(region.name))
      return warnAt(item, 'name', 'atlas-duplicate', `a second region ${shown(region.name)} is left out`)
    names.add(region.name)
    regions.push(region)
  })
}

/** Greatest number of pixels. No image is that large, and results computed from it stay finite. */
const MOST_PIXELS = 1e6

/** Reads a number of pixels, rounded to thousandths. */
function pixels(at: ObjectPlace, key: string, fallback: number): number {
  const number = looseNumber(at, key, fallback)
  if (Math.abs(number) > MOST_PIXELS) refuse(at, key, 'out-of-range', `at most ${MOST_PIXELS} pixels`)
  return Math.round(number * 1000) / 1000
}

function pageOf(at: ObjectPlace): AtlasPage {
  const scale = looseNumber(at, 'scale', 1)
  if (!(scale >= 1 / MOST_PIXELS && scale <= MOST_PIXELS))
    refuse(at, 'scale', 'out-of-range', `a number above 0, up to ${MOST_PIXELS}`)
  return {
    ...PLAIN_PAGE,
    name: looseText(at, 'imagePath', ''),
    width: pixels(at, 'width', 0),
    height: pixels(at, 'height', 0),
    scale,
  }
}

function regionOf(at: ObjectPlace): AtlasRegion {
  const turned = looseFlag(at, 'rotated', false)
  const packed = { width: pixels(at, 'width', 0), height: pixels(at, 'height', 0) }
  const width = turned ? packed.height : packed.width
  const height = turned ? packed.width : packed.height
  const frameWidth = pixels(at, 'frameWidth', -1)
  const frameHeight = pixels(at, 'frameHeight', -1)
  const framed = frameWidth > 0 && frameHeight > 0
  const top = framed ? -pixels(at, 'frameY', 0) : 0
  const originalHeight = framed ? frameHeight : height
  return {
    name: looseText(at, 'name', ''),
    page: 0,
    x: pixels(at, 'x', 0),
    y: pixels(at, 'y', 0),
    width,
    height,
    offsetX: framed ? -pixels(at, 'frameX', 0) + 0 : 0,
    offsetY: originalHeight - top - height,
    originalWidth: framed ? frameWidth : width,
    originalHeight,
    // The image was rotated clockwise for packing.
    rotate: turned ? 270 : 0,
    index: -1,
    custom: [],
  }
}
