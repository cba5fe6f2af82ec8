/**
 * Corner positions and page coordinates of attachments that show an atlas region. Pure: numbers in, numbers out.
 * `regionProblem` names unusable regions.
 */

import { PI } from '../math/angles'
import { cosine, sine } from '../math/circular'
import type { AtlasPage, AtlasRegion } from './atlas'
import type { PivotModel, RegionModel, SequenceModel } from './attachment'

/** Returns why attachments cannot use `region`, in words for a message, or `null` if they can. */
export function regionProblem(region: AtlasRegion, page: AtlasPage): string | null {
  const { name, width, height, originalWidth, originalHeight } = region
  if (width <= 0 || height <= 0) return `region "${name}" is empty (${width} × ${height} pixels)`
  if (originalWidth <= 0 || originalHeight <= 0)
    return `region "${name}" has an original size of ${originalWidth} × ${originalHeight} pixels`
  if (page.width <= 0 || page.height <= 0)
    return `the size of page "${page.name}" is not known (${page.width} × ${page.height} pixels); give its image in \`pages\`, or \`decode\``
  return null
}

/**
 * Computes the corners of the trimmed image of an attachment with a pivot, whose size the atlas gives: a case of
 * `regionCorners`.
 *
 * @param pageScale pixels of the atlas per skeleton unit.
 */
function pivotCorners(
  attachment: RegionModel,
  pivot: PivotModel,
  region: AtlasRegion,
  pageScale: number,
  out: Float32Array | Float64Array,
): void {
  const { x, y, rotation, shearY = 0, scaleX, scaleY } = attachment
  const { originalWidth, originalHeight, offsetX, offsetY, width, height } = region
  const unit = pivot.scale / pageScale
  const isPart = pivot.unit === 'image'
  const left = offsetX * unit - pivot.x * (isPart ? originalWidth * unit : pivot.scale)
  const above = (originalHeight - height - offsetY) * unit
  const top = pivot.y * (isPart ? originalHeight * unit : pivot.scale) - above
  const right = left + width * unit
  const bottom = top - height * unit
  const a = cosine(rotation) * scaleX
  const c = sine(rotation) * scaleX
  const b = -sine(rotation + shearY) * scaleY
  const d = cosine(rotation + shearY) * scaleY
  const corners = [left, bottom, left, top, right, top, right, bottom]
  for (let i = 0; i < 8; i += 2) {
    out[i] = a * corners[i] + b * corners[i + 1] + x
    out[i + 1] = c * corners[i] + d * corners[i + 1] + y
  }
}

/**
 * Computes the corners of the trimmed image in the slot bone's space: x, y of bottom left, top left, top right, bottom
 * right. `exactPi` is `Maths.exactCornerPi`: some runtimes rotate the corners with π at full precision and use a
 * rounded π elsewhere. Writes `out[0…7]`.
 *
 * @param pageScale `AtlasPage.scale` of the region's page: pixels per skeleton unit. Required if there is a pivot.
 */
export function regionCorners(
  attachment: RegionModel,
  region: AtlasRegion,
  exactPi: boolean,
  out: Float32Array | Float64Array,
  pageScale = 1,
): void {
  if (attachment.pivot) {
    pivotCorners(attachment, attachment.pivot, region, pageScale, out)
    return
  }
  const { x, y, scaleX, scaleY, width, height } = attachment
  const kx = (width / region.originalWidth) * scaleX
  const ky = (height / region.originalHeight) * scaleY
  const left = (-width / 2) * scaleX + region.offsetX * kx
  const bottom = (-height / 2) * scaleY + region.offsetY * ky
  const right = left + region.width * kx
  const top = bottom + region.height * ky
  const angle = exactPi ? attachment.rotation * (Math.PI / PI) : attachment.rotation
  const cos = cosine(angle)
  const sin = sine(angle)
  out[0] = left * cos - bottom * sin + x
  out[1] = left * sin + bottom * cos + y
  out[2] = left * cos - top * sin + x
  out[3] = left * sin + top * cos + y
  out[4] = right * cos - top * sin + x
  out[5] = right * sin + top * cos + y
  out[6] = right * cos - bottom * sin + x
  out[7] = right * sin + bottom * cos + y
}

/** Computes u, v of the four corners in the order of `regionCorners`, v down. Writes `out[0…7]`. */
export function regionUvs(region: AtlasRegion, page: AtlasPage, out: Float32Array | Float64Array): void {
  const { width, height } = region
  pageUv(region, page, 0, height, out, 0)
  pageUv(region, page, 0, 0, out, 2)
  pageUv(region, page, width, 0, out, 4)
  pageUv(region, page, width, height, out, 6)
}

/**
 * Computes page coordinates of mesh points. `uvs` holds u, v, v down, within the untrimmed image, or within the
 * `trimmed` one. Points in the trimmed-away margin correctly get coordinates outside the region's rectangle.
 *
 * @param order numbers of points, in the order in which they are written. @default that of `uvs`
 * @param at where the first one's u is written.
 */
export function meshUvs(
  region: AtlasRegion,
  page: AtlasPage,
  uvs: ArrayLike<number>,
  out: Float32Array | Float64Array,
  trimmed = false,
  order: ArrayLike<number> | null = null,
  at = 0,
): void {
  const { originalWidth, originalHeight, offsetX, offsetY, width, height } = region
  const across = trimmed ? width : originalWidth
  const down = trimmed ? height : originalHeight
  const left = trimmed ? 0 : offsetX
  const top = trimmed ? 0 : originalHeight - offsetY - height
  const end = order ? 2 * order.length : uvs.length
  for (let i = 0; i < end; i += 2) {
    const from = order ? 2 * order[i >> 1] : i
    pageUv(region, page, uvs[from] * across - left, uvs[from + 1] * down - top, out, at + i)
  }
}

/**
 * Writes page coordinates of a place. @param left, top pixels from the upper left corner of the trimmed, unrotated
 * image.
 */
function pageUv(
  region: AtlasRegion,
  page: AtlasPage,
  left: number,
  top: number,
  out: Float32Array | Float64Array,
  at: number,
): void {
  const { x, y, width, height } = region
  let pageX = x + left
  let pageY = y + top
  if (region.rotate === 90) {
    pageX = x + top
    pageY = y + width - left
  } else if (region.rotate === 180) {
    pageX = x + width - left
    pageY = y + height - top
  } else if (region.rotate === 270) {
    pageX = x + height - top
    pageY = y + left
  }
  out[at] = pageX / page.width
  out[at + 1] = pageY / page.height
}

/** Returns the atlas region name of a sequence's frame, 0 ≤ frame < count: `wing` becomes `wing01`. */
export function sequencePath(path: string, sequence: SequenceModel, frame: number): string {
  return path + String(sequence.start + frame).padStart(sequence.digits, '0')
}
