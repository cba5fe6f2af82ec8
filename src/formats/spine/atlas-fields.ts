/** Fields of atlas pages and regions (spine-atlas §3, §4, §8), and what is odd about them (§13). */
import type { AtlasModel, AtlasPage, AtlasRegion, TextureFilter } from '../../model/atlas'
import { type AtlasText, type Entry, failAtLine, warnAtLine } from './atlas-text'

const FORMATS = ['Alpha', 'Intensity', 'LuminanceAlpha', 'RGB565', 'RGBA4444', 'RGB888', 'RGBA8888']

/** Lower case → filter. */
const FILTERS: ReadonlyMap<string, TextureFilter> = new Map([
  ['nearest', 'nearest'],
  ['linear', 'linear'],
  ['mipmap', 'mipmapLinearLinear'],
  ['mipmapnearestnearest', 'mipmapNearestNearest'],
  ['mipmaplinearnearest', 'mipmapLinearNearest'],
  ['mipmapnearestlinear', 'mipmapNearestLinear'],
  ['mipmaplinearlinear', 'mipmapLinearLinear'],
])

/** Unknown fields are ignored. */
export function readPageField(page: AtlasPage, entry: Entry, text: AtlasText): void {
  const { name, values } = entry
  switch (name) {
    case 'size': {
      const [width, height] = integers(entry, 2, text)
      page.width = width
      page.height = height
      break
    }
    case 'format': {
      const format = FORMATS.find((known) => known.toLowerCase() === values[0].toLowerCase())
      if (!format)
        warnAtLine(
          text,
          'atlas-format',
          `the format ${JSON.stringify(values[0])} is unknown; RGBA8888 is used`,
        )
      page.format = format ?? 'RGBA8888'
      break
    }
    case 'filter':
      page.minFilter = filter(values[0], text)
      page.magFilter = filter(values[1], text) === 'nearest' ? 'nearest' : 'linear'
      break
    case 'repeat':
      if (!['none', 'x', 'y', 'xy'].includes(values[0]))
        warnAtLine(text, 'atlas-repeat', `"repeat" is none, x, y or xy, got ${JSON.stringify(values[0])}`)
      page.repeatX = values[0].includes('x')
      page.repeatY = values[0].includes('y')
      break
    case 'pma':
      if (values[0] !== 'true' && values[0] !== 'false') failAtLine(text, 'true or false')
      page.premultiplied = values[0] === 'true'
      break
    case 'scale':
      page.scale = numberOf(values[0], text)
      break
  }
}

export function readRegionField(region: AtlasRegion, entry: Entry, text: AtlasText): void {
  switch (entry.name) {
    case 'bounds': {
      const [x, y, width, height] = integers(entry, 4, text)
      Object.assign(region, { x, y, width: Math.abs(width), height: Math.abs(height) })
      break
    }
    case 'xy': {
      const [x, y] = integers(entry, 2, text)
      Object.assign(region, { x, y })
      break
    }
    case 'size': {
      const [width, height] = integers(entry, 2, text)
      Object.assign(region, { width: Math.abs(width), height: Math.abs(height) })
      break
    }
    case 'offsets': {
      const [offsetX, offsetY, originalWidth, originalHeight] = integers(entry, 4, text)
      Object.assign(region, { offsetX, offsetY, originalWidth, originalHeight })
      break
    }
    case 'offset': {
      const [offsetX, offsetY] = integers(entry, 2, text)
      Object.assign(region, { offsetX, offsetY })
      break
    }
    case 'orig': {
      const [originalWidth, originalHeight] = integers(entry, 2, text)
      Object.assign(region, { originalWidth, originalHeight })
      break
    }
    case 'rotate':
      region.rotate = rotation(entry.values[0], text)
      break
    case 'index':
      region.index = integers(entry, 1, text)[0]
      break
    default:
      readCustom(region, entry, text)
  }
}

/** `split`, `pad` and what the user added: kept raw. */
function readCustom(region: AtlasRegion, entry: Entry, text: AtlasText): void {
  const { name, values } = entry
  if (name === 'split' || name === 'pad') integers(entry, 4, text)
  else if (values.some((value) => value === '' || !Number.isFinite(Number(value)))) {
    const message = `${JSON.stringify(name)} has values that are no numbers; is it a region name with a colon?`
    warnAtLine(text, 'atlas-custom', message)
  }
  region.custom.push({ name, values: [...values] })
}

function filter(value: string | undefined, text: AtlasText): TextureFilter {
  const known = [...FILTERS.values()].join(', ')
  return FILTERS.get((value ?? '').toLowerCase()) ?? failAtLine(text, `two filters of ${known}`)
}

function rotation(value: string, text: AtlasText): AtlasRegion['rotate'] {
  if (value === 'true') return 90
  if (value === 'false') return 0
  const degrees = Number(value)
  if (value !== '' && (degrees === 0 || degrees === 90 || degrees === 180 || degrees === 270)) return degrees
  return failAtLine(text, 'true, false, 0, 90, 180 or 270')
}

/** The first `many` values as whole numbers. Further values are ignored. */
function integers({ name, values }: Entry, many: number, text: AtlasText): number[] {
  if (values.length < many) failAtLine(text, `${many} numbers for "${name}"`)
  return values.slice(0, many).map((value) => {
    const number = numberOf(value, text)
    const whole = Math.trunc(number)
    if (whole !== number) warnAtLine(text, 'atlas-fraction', `${value} is cut to the whole number ${whole}`)
    return whole
  })
}

/** Pixels are stored in 32 bits by some readers, and no page comes near. */
const MOST = 2 ** 31 - 1

function numberOf(value: string, text: AtlasText): number {
  const number = /^[-+]?(\d+\.?\d*|\.\d+)$/.test(value) ? Number(value) : Number.NaN
  return Math.abs(number) <= MOST ? number : failAtLine(text, 'numbers')
}

/** Warns of what can be read but is not right. `lines` are those of the regions' names. */
export function checkAtlas(atlas: AtlasModel, lines: readonly number[], text: AtlasText): void {
  const indices = new Map<string, Set<number>>()
  atlas.regions.forEach((region, i) => {
    const { name, x, y, width, height, rotate } = region
    const page = atlas.pages[region.page]
    const warn = (code: 'atlas-outside-page' | 'atlas-trim' | 'atlas-duplicate', message: string) =>
      warnAtLine(text, code, `region ${JSON.stringify(name)} ${message}`, lines[i])
    const turned = rotate === 90 || rotate === 270
    const right = x + (turned ? height : width)
    const bottom = y + (turned ? width : height)
    if (page.width > 0 && page.height > 0 && (x < 0 || y < 0 || right > page.width || bottom > page.height))
      warn('atlas-outside-page', `reaches beyond its page of ${page.width} × ${page.height} pixels`)
    if (region.offsetX + width > region.originalWidth || region.offsetY + height > region.originalHeight)
      warn('atlas-trim', 'is larger than the original image that it was trimmed from')
    const known = indices.get(name) ?? new Set()
    if (known.has(region.index)) warn('atlas-duplicate', 'is there before with this index; the first is used')
    indices.set(name, known.add(region.index))
  })
}
