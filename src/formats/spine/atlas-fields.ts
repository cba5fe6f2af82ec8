/** Reads the fields of atlas pages and regions, and warns of odd ones. */
import type { WarningCode } from '../../base/errors'
import type { AtlasModel, AtlasPage, AtlasRegion, TextureFilter } from '../../base/model/atlas'
import { root, spend } from '../shared/place'
import { nameLike } from '../shared/values'
import { type AtlasText, type Entry, failAtLine, warnAtLine } from './atlas-text'

const FORMATS = ['Alpha', 'Intensity', 'LuminanceAlpha', 'RGB565', 'RGBA4444', 'RGB888', 'RGBA8888']

const FILTERS: readonly TextureFilter[] = [
  ...(['nearest', 'linear', 'mipmapNearestNearest', 'mipmapLinearNearest'] as const),
  ...(['mipmapNearestLinear', 'mipmapLinearLinear'] as const),
]

/** Unknown fields are ignored. */
export function readPageField(page: AtlasPage, entry: Entry, text: AtlasText): void {
  const { name, values } = entry
  const [value] = values
  switch (name) {
    case 'size':
      setIntegers(page, PAGE_SIZE, entry, text)
      break
    case 'format':
      page.format = nameLike(FORMATS, value) ?? instead(text, 'atlas-format', FORMATS, value, 'RGBA8888')
      break
    case 'filter':
      page.minFilter = filter(value, text)
      page.magFilter = filter(values[1], text) === 'nearest' ? 'nearest' : 'linear'
      break
    case 'repeat':
      if (!/^(none|xy?|y)$/.test(value))
        warnAtLine(text, 'atlas-repeat', `"repeat" is none, x, y or xy, got ${JSON.stringify(value)}`)
      page.repeatX = value.includes('x')
      page.repeatY = value.includes('y')
      break
    case 'pma':
      page.premultiplied =
        value === 'true' || (value !== 'false' && instead(text, 'atlas-pma', ['true', 'false'], value, false))
      break
    case 'scale':
      page.scale = numberOf(value, text)
      break
  }
}

type RegionInteger = Exclude<keyof AtlasRegion, 'name' | 'page' | 'rotate' | 'custom'>

const PAGE_SIZE = ['width', 'height'] as const

/** Fields of whole numbers, in both layouts. */
const REGION_INTEGERS: ReadonlyMap<string, readonly RegionInteger[]> = new Map<string, RegionInteger[]>([
  ['bounds', ['x', 'y', 'width', 'height']],
  ['xy', ['x', 'y']],
  ['size', ['width', 'height']],
  ['offsets', ['offsetX', 'offsetY', 'originalWidth', 'originalHeight']],
  ['offset', ['offsetX', 'offsetY']],
  ['orig', ['originalWidth', 'originalHeight']],
  ['index', ['index']],
])

export function readRegionField(region: AtlasRegion, entry: Entry, text: AtlasText): void {
  const keys = REGION_INTEGERS.get(entry.name)
  if (keys) setIntegers(region, keys, entry, text)
  else if (entry.name === 'rotate') region.rotate = rotation(entry.values[0], text)
  else readCustom(region, entry, text)
}

/** Bytes of a raw field. */
const BYTES_OF_A_FIELD = 250

/** Keeps `split`, `pad` and the user's own fields raw. */
function readCustom(region: AtlasRegion, entry: Entry, text: AtlasText): void {
  const { name, values } = entry
  if (name === 'split' || name === 'pad') {
    checkCount(entry, 4, text)
    for (const value of values) integerOf(value, text)
  } else if (values.some((value) => value === '' || !Number.isFinite(Number(value)))) {
    const message = `${JSON.stringify(name)} has values that are not numbers; is it a region name with a colon?`
    warnAtLine(text, 'atlas-custom', message)
  }
  spend(root(text.file, null), BYTES_OF_A_FIELD)
  region.custom.push({ name, values: [...values] })
}

/** Warns of an unknown word, because official runtimes read on. @returns the field's default. */
function instead<Value extends string | number | boolean>(
  text: AtlasText,
  code: WarningCode,
  known: readonly (string | number)[],
  word: string | undefined,
  fallback: Value,
): Value {
  const got = word ? JSON.stringify(word) : 'nothing'
  warnAtLine(text, code, `expected one of ${known.join(', ')}, got ${got}; ${fallback} is used`)
  return fallback
}

function filter(value: string | undefined, text: AtlasText): TextureFilter {
  const name = nameLike(FILTERS, value ?? '')
  if (name !== undefined) return name
  if (value?.toLowerCase() === 'mipmap') return 'mipmapLinearLinear'
  return instead(text, 'atlas-filter', FILTERS, value, 'nearest')
}

const ANGLES = [0, 90, 180, 270] as const

/**
 * Reads a rotation like official runtimes: takes the whole number that a word begins with, and shows other angles
 * unrotated.
 */
function rotation(value: string, text: AtlasText): AtlasRegion['rotate'] {
  if (value === 'true') return 90
  if (value === 'false') return 0
  const angle = Number(value || Number.NaN)
  for (const known of ANGLES) if (known === angle) return known
  const first = ANGLES.find((angle) => angle === Number.parseInt(value, 10)) ?? 0
  return instead(text, 'atlas-rotate', ['true', 'false', ...ANGLES], value, first)
}

/** Sets fields of `target` to the first values. Further values are ignored. */
function setIntegers<Key extends string>(
  target: { [key in Key]: number },
  keys: readonly Key[],
  entry: Entry,
  text: AtlasText,
): void {
  checkCount(entry, keys.length, text)
  for (let i = 0; i < keys.length; i++) target[keys[i]] = integerOf(entry.values[i], text)
}

function checkCount({ name, values }: Entry, many: number, text: AtlasText): void {
  if (values.length < many) failAtLine(text, `${many} numbers for "${name}"`)
}

function integerOf(value: string, text: AtlasText): number {
  const number = numberOf(value, text)
  const whole = Math.trunc(number)
  if (whole !== number) warnAtLine(text, 'atlas-fraction', `${value} is cut to the whole number ${whole}`)
  return whole
}

/** Some readers store pixels in 32 bits; no page comes near. */
const MOST = 2 ** 31 - 1

function numberOf(value: string, text: AtlasText): number {
  // Exponents, other bases and words have letters, which differ by case.
  const isPlain = value !== '' && value.toLowerCase() === value.toUpperCase()
  const number = isPlain ? Number(value) : Number.NaN
  return Math.abs(number) <= MOST ? number : failAtLine(text, 'numbers')
}

/** Warns of readable oddities. `lines` are the lines of the regions' names. */
export function checkAtlas(atlas: AtlasModel, lines: readonly number[], text: AtlasText): void {
  /** Indices and names. */
  const known = new Set<string>()
  for (let i = 0; i < atlas.regions.length; i++) {
    const region = atlas.regions[i]
    const { name, x, y, width, height, rotate } = region
    const page = atlas.pages[region.page]
    const turned = rotate === 90 || rotate === 270
    const right = x + (turned ? height : width)
    const bottom = y + (turned ? width : height)
    if (page.width > 0 && page.height > 0 && (x < 0 || y < 0 || right > page.width || bottom > page.height))
      warnRegion(
        text,
        'atlas-outside-page',
        name,
        `reaches beyond its page of ${page.width} × ${page.height} pixels`,
        lines[i],
      )
    if (region.offsetX + width > region.originalWidth || region.offsetY + height > region.originalHeight)
      warnRegion(
        text,
        'atlas-trim',
        name,
        'is larger than the original image that it was trimmed from',
        lines[i],
      )
    const own = `${region.index} ${name}`
    if (known.has(own))
      warnRegion(
        text,
        'atlas-duplicate',
        name,
        'is there before with this index; the first is used',
        lines[i],
      )
    known.add(own)
  }
}

function warnRegion(text: AtlasText, code: WarningCode, name: string, message: string, line: number): void {
  warnAtLine(text, code, `region ${JSON.stringify(name)} ${message}`, line)
}
