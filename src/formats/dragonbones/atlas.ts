/** Texture atlases, `_tex.json` (dragonbones §8). */
import type { AtlasModel, AtlasPage, AtlasRegion } from '../../model/atlas'
import { openAccount } from '../../model/limits'
import type { ReadOptions } from '../../model/reader'
import { type ObjectPlace, refuse, root, warnAt } from '../spine/json/place'
import { parseJson } from '../spine/json/text'
import { asObject, eachItem, isObject } from '../spine/json/values'
import { shown, sourceFile } from '../spine/shared/source-file'
import { looseFlag, looseList, looseNumber, looseText } from './values'

/** @throws OsteonError `not-json`, `bad-atlas` and one for every malformed place, with its path. */
export function readDragonBonesAtlas(data: string | Uint8Array, options: ReadOptions): AtlasModel {
  const { source, warn } = options
  const account = openAccount(data, options.limits)
  const at = root(sourceFile(source, 1, account, warn), parseJson(data, source, account))
  if (!isObject(at.value)) return refuse(at, undefined, 'bad-atlas', 'an object')
  const file = asObject(at)
  if (!Array.isArray(file.value.SubTexture))
    refuse(file, 'SubTexture', 'bad-atlas', 'a list, as DragonBones atlases have')
  const regions: AtlasRegion[] = []
  const names = new Set<string>()
  eachItem(looseList(file, 'SubTexture'), (item) => {
    const region = regionOf(item)
    if (names.has(region.name))
      return warnAt(item, 'name', 'atlas-duplicate', `a second region ${shown(region.name)} is left out`)
    names.add(region.name)
    regions.push(region)
  })
  return { name: looseText(file, 'name', '') || source, pages: [pageOf(file)], regions }
}

function pageOf(at: ObjectPlace): AtlasPage {
  const scale = looseNumber(at, 'scale', 1)
  if (!(scale > 0)) refuse(at, 'scale', 'out-of-range', 'a number above 0')
  return {
    name: looseText(at, 'imagePath', ''),
    width: looseNumber(at, 'width', 0),
    height: looseNumber(at, 'height', 0),
    format: 'RGBA8888',
    minFilter: 'linear',
    magFilter: 'linear',
    repeatX: false,
    repeatY: false,
    premultiplied: false,
    scale,
  }
}

function regionOf(at: ObjectPlace): AtlasRegion {
  const turned = looseFlag(at, 'rotated', false)
  const packed = { width: looseNumber(at, 'width', 0), height: looseNumber(at, 'height', 0) }
  const width = turned ? packed.height : packed.width
  const height = turned ? packed.width : packed.height
  const frameWidth = looseNumber(at, 'frameWidth', -1)
  const frameHeight = looseNumber(at, 'frameHeight', -1)
  const framed = frameWidth > 0 && frameHeight > 0
  const top = framed ? -looseNumber(at, 'frameY', 0) : 0
  const originalHeight = framed ? frameHeight : height
  return {
    name: looseText(at, 'name', ''),
    page: 0,
    x: looseNumber(at, 'x', 0),
    y: looseNumber(at, 'y', 0),
    width,
    height,
    offsetX: framed ? -looseNumber(at, 'frameX', 0) + 0 : 0,
    offsetY: originalHeight - top - height,
    originalWidth: framed ? frameWidth : width,
    originalHeight,
    // Packed clockwise.
    rotate: turned ? 270 : 0,
    index: -1,
    custom: [],
  }
}
