/** Pages as they are sampled: premultiplied texels, and smaller copies of them. */
import type { RigPage } from '../../rig/rig'
import { Failure } from '../failure'
import { type Picture, premultiply } from '../pack/alpha'

/** A page, ready to be sampled. */
export interface Texture {
  /** The page, then copies of half the size each, down to one texel. Only the page if it asks for no mipmaps. */
  readonly levels: readonly Picture[]
  readonly magFilter: 'nearest' | 'linear'
  /** The filter within a level, and the filter between levels. */
  readonly minFilter: 'nearest' | 'linear'
  readonly between: 'nearest' | 'linear'
  readonly repeatX: boolean
  readonly repeatY: boolean
}

/** Makes a texture. @throws Failure for a page without pixels. */
export function textureOf(page: RigPage): Texture {
  const { image, settings, name } = page
  if (!image || !('data' in image)) throw new Failure(`page ${JSON.stringify(name)} has no image`)
  const { width, height } = image
  const { magFilter, minFilter, repeatX, repeatY } = settings
  const data = Uint8Array.from(image.data)
  if (!settings.premultiplied) premultiply(data)
  const levels: Picture[] = [{ width, height, data }]
  if (minFilter.startsWith('mipmap'))
    while (!isOneTexel(levels[levels.length - 1])) levels.push(half(levels[levels.length - 1]))
  return {
    levels,
    magFilter,
    minFilter: minFilter === 'nearest' || minFilter.startsWith('mipmapNearest') ? 'nearest' : 'linear',
    between: minFilter.endsWith('Linear') ? 'linear' : 'nearest',
    repeatX,
    repeatY,
  }
}

function isOneTexel({ width, height }: Picture): boolean {
  return width === 1 && height === 1
}

/** Returns a copy of half the size: each texel is the mean of four. */
function half(picture: Picture): Picture {
  const [width, height] = [Math.max(1, picture.width >> 1), Math.max(1, picture.height >> 1)]
  const data = new Uint8Array(width * height * 4)
  const right = picture.width > 1 ? 4 : 0
  const below = picture.height > 1 ? picture.width * 4 : 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = 4 * (2 * y * (below > 0 ? picture.width : 0) + (right > 0 ? 2 * x : 0))
      for (let channel = 0; channel < 4; channel++) {
        const at = from + channel
        const { data: texels } = picture
        data[4 * (y * width + x) + channel] =
          (texels[at] + texels[at + right] + texels[at + below] + texels[at + right + below] + 2) >> 2
      }
    }
  return { width, height, data }
}

/** How a triangle is sampled: all its pixels are of one size on the page. */
export interface Sampling {
  readonly texture: Texture
  readonly linear: boolean
  /** Two neighbouring levels, and the share of the second. */
  readonly level: Picture
  readonly next: Picture
  readonly share: number
}

/** Chooses levels. @param texels of the page that a pixel is long, or wide if that is more. */
export function samplingOf(texture: Texture, texels: number): Sampling {
  const { levels, magFilter, minFilter, between } = texture
  const last = levels.length - 1
  const at = Math.min(last, Math.max(0, Math.log2(texels)))
  if (!(at > 0))
    return {
      texture,
      linear: (texels > 1 ? minFilter : magFilter) === 'linear',
      level: levels[0],
      next: levels[0],
      share: 0,
    }
  const lower = between === 'linear' ? Math.floor(at) : Math.round(at)
  const next = levels[Math.min(last, lower + 1)]
  return {
    texture,
    linear: minFilter === 'linear',
    level: levels[lower],
    next,
    share: between === 'linear' ? at - lower : 0,
  }
}

/**
 * Writes the colour at u, v of the page (0…1, from its upper left corner).
 *
 * @param texel gets premultiplied r, g, b, and a, 0…255.
 */
export function sample(
  { texture, linear, level, next, share }: Sampling,
  u: number,
  v: number,
  texel: Float64Array,
): void {
  texel.fill(0)
  if (linear) addFour(texture, level, u, v, 1 - share, texel)
  else addOne(texture, level, u, v, 1 - share, texel)
  if (share === 0) return
  if (linear) addFour(texture, next, u, v, share, texel)
  else addOne(texture, next, u, v, share, texel)
}

function addOne(
  texture: Texture,
  { width, height, data }: Picture,
  u: number,
  v: number,
  share: number,
  texel: Float64Array,
): void {
  const x = wrapped(Math.floor(u * width), width, texture.repeatX)
  const y = wrapped(Math.floor(v * height), height, texture.repeatY)
  add(data, 4 * (y * width + x), share, texel)
}

/** Interpolates between the centres of four texels. */
function addFour(
  texture: Texture,
  { width, height, data }: Picture,
  u: number,
  v: number,
  share: number,
  texel: Float64Array,
): void {
  const [x, y] = [u * width - 0.5, v * height - 0.5]
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, below] = [(x - left) * share, y - top]
  const x0 = wrapped(left, width, texture.repeatX)
  const x1 = wrapped(left + 1, width, texture.repeatX)
  const upper = width * wrapped(top, height, texture.repeatY)
  const lower = width * wrapped(top + 1, height, texture.repeatY)
  add(data, 4 * (upper + x0), (share - right) * (1 - below), texel)
  add(data, 4 * (upper + x1), right * (1 - below), texel)
  add(data, 4 * (lower + x0), (share - right) * below, texel)
  add(data, 4 * (lower + x1), right * below, texel)
}

function add(data: Uint8Array, at: number, share: number, texel: Float64Array): void {
  texel[0] += data[at] * share
  texel[1] += data[at + 1] * share
  texel[2] += data[at + 2] * share
  texel[3] += data[at + 3] * share
}

function wrapped(at: number, length: number, tiles: boolean): number {
  if (at >= 0 && at < length) return at
  if (tiles) return at - Math.floor(at / length) * length
  return at < 0 ? 0 : length - 1
}
