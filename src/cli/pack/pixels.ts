/** Pictures in memory: cut out of pages, shrunk, trimmed, put on pages. All are premultiplied. */
import { PNG } from 'pngjs'
import { OsteonError } from '../../base/errors'
import type { AtlasRegion } from '../../base/model/atlas'
import { checkPixels, pngSize } from '../../load/image'
import type { Input } from '../files'
import { type Picture, premultiply } from './alpha'
import { refuseColors } from './colors'

export function blank(width: number, height: number): Picture {
  return { width, height, data: new Uint8Array(width * height * 4) }
}

/** Decodes a PNG. @throws OsteonError `decode-failed`, `too-large`. */
export function decodePng({ name, bytes }: Input, premultiplied: boolean): Picture {
  const size = pngSize(bytes)
  if (!size) throw new OsteonError('decode-failed', name, '', 'it is not a PNG; other images are not read')
  checkPixels(size.width * size.height, {}, name)
  refuseColors(bytes, name)
  let png: PNG
  try {
    png = PNG.sync.read(Buffer.from(bytes))
  } catch (cause) {
    throw new OsteonError('decode-failed', name, '', cause instanceof Error ? cause.message : String(cause))
  }
  const { width, height, data } = png
  if (!premultiplied) premultiply(data)
  return { width, height, data }
}

export function encodePng({ width, height, data }: Picture): Uint8Array {
  const png = new PNG({ width, height })
  png.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return PNG.sync.write(png)
}

/** Returns the region's untrimmed image, upright. */
export function cutOut(page: Picture, region: AtlasRegion, source: string): Picture {
  const { x, y, width, height, rotate, offsetX, offsetY, originalWidth, originalHeight } = region
  checkPixels(originalWidth * originalHeight, {}, source)
  const picture = blank(originalWidth, originalHeight)
  const top = originalHeight - offsetY - height
  for (let v = 0; v < height; v++)
    for (let u = 0; u < width; u++) {
      const [pageX, pageY] = placeOnPage(rotate, u, v, width, height)
      copyTexel(page, x + pageX, y + pageY, picture, offsetX + u, top + v)
    }
  return picture
}

/** Returns where texel u, v of an upright image is in its rectangle on the page. */
function placeOnPage(
  rotate: AtlasRegion['rotate'],
  u: number,
  v: number,
  width: number,
  height: number,
): [x: number, y: number] {
  if (rotate === 90) return [v, width - 1 - u]
  if (rotate === 180) return [width - 1 - u, height - 1 - v]
  if (rotate === 270) return [height - 1 - v, u]
  return [u, v]
}

function copyTexel(from: Picture, x: number, y: number, to: Picture, u: number, v: number): void {
  if (x < 0 || y < 0 || x >= from.width || y >= from.height) return
  if (u < 0 || v < 0 || u >= to.width || v >= to.height) return
  const at = (y * from.width + x) * 4
  to.data.set(from.data.subarray(at, at + 4), (v * to.width + u) * 4)
}

/** Shrinks a picture: each pixel is the mean of the pixels that it covers. */
export function shrink(picture: Picture, factor: number): Picture {
  if (factor === 1) return picture
  const { width, height } = picture
  const whole = { x: { start: 0, whole: width }, y: { start: 0, whole: height } }
  return shrinkPiece(picture, whole, factor).picture
}

/** Where a side of a piece begins on the image that it is cut from, and how long it is. */
interface Side {
  readonly start: number
  readonly whole: number
}

/** A side of an image that was made smaller. */
interface SmallSide {
  readonly start: number
  readonly whole: number
  /** For each pixel, the pixels that it covers, and each one's share of it. */
  readonly pixels: [pixel: number, share: number][][]
}

/**
 * Shrinks a piece of an image as if the whole image were shrunk to whole pixels. The result has every pixel that the
 * piece touches, so that its place is a whole number. If the piece ends inside a pixel, the pixel has the colour of the
 * covered area.
 */
export function shrinkPiece(
  picture: Picture,
  { x: sideX, y: sideY }: { x: Side; y: Side },
  factor: number,
): { picture: Picture; x: SmallSide; y: SmallSide } {
  const x = shrinkSide(picture.width, sideX, factor)
  const y = shrinkSide(picture.height, sideY, factor)
  return { picture: averaged(picture, x.pixels, y.pixels), x, y }
}

function averaged(picture: Picture, across: SmallSide['pixels'], down: SmallSide['pixels']): Picture {
  const small = blank(across.length, down.length)
  const { width, data } = picture
  for (let y = 0; y < down.length; y++)
    for (let x = 0; x < across.length; x++)
      for (let channel = 0; channel < 4; channel++) {
        let sum = 0
        for (const [row, share] of down[y])
          for (const [column, part] of across[x])
            sum += data[(row * width + column) * 4 + channel] * share * part
        small.data[(y * small.width + x) * 4 + channel] = Math.round(sum)
      }
  return small
}

function shrinkSide(length: number, { start, whole }: Side, factor: number): SmallSide {
  const smaller = Math.max(1, Math.round(whole * factor))
  const step = whole / smaller
  const first = Math.floor((start * smaller) / whole)
  const end = Math.max(first + 1, Math.ceil(((start + length) * smaller) / whole))
  const pixels = Array.from({ length: end - first }, (_, i) => {
    const [from, to] = [(first + i) * step - start, (first + i + 1) * step - start]
    const [least, most] = [Math.max(0, from), Math.min(length, to)]
    const found: [number, number][] = []
    for (let pixel = Math.floor(least); pixel < Math.ceil(most); pixel++) {
      const share = (Math.min(most, pixel + 1) - Math.max(least, pixel)) / (most - least)
      if (share > 0) found.push([pixel, share])
    }
    return found
  })
  return { start: first, whole: smaller, pixels }
}

/**
 * Returns the picture without its transparent rim, and how much was removed at the left and above. If everything is
 * transparent, one pixel stays.
 */
export function trim(picture: Picture): { picture: Picture; left: number; top: number } {
  const { width, height, data } = picture
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3] === 0 && !lights(data, (y * width + x) * 4)) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  if (right < 0) return { picture: blank(1, 1), left: 0, top: 0 }
  const trimmed = blank(right - left + 1, bottom - top + 1)
  place(picture, -left, -top, trimmed)
  return { picture: trimmed, left, top }
}

/** Returns whether a texel adds light. When premultiplied, a texel without alpha still may. */
function lights(data: Uint8Array, at: number): boolean {
  return data[at] + data[at + 1] + data[at + 2] > 0
}

/** Puts a picture on another one, at x, y. */
export function place(picture: Picture, x: number, y: number, onto: Picture): void {
  for (let v = 0; v < picture.height; v++)
    for (let u = 0; u < picture.width; u++) copyTexel(picture, u, v, onto, x + u, y + v)
}
